import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DataStore } from '@tus/server'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** Bytes that are on the disk and have no name yet. The receiver keeps or discards them. */
export interface ReceivedBytes {
  path: string
  size: number
  /** Hexadecimal. */
  sha256: string
  /** Gives the bytes a name. Discards them when that fails. */
  keep(name: string): Promise<void>
  discard(): Promise<void>
}

/** The bytes of uploads that come in pieces, by the id of the upload. */
export interface UnfinishedBytes {
  /** The store that @tus/server writes to. */
  store(): Promise<DataStore>
  /** All bytes of an upload; called when it is complete. */
  read(id: string): Promise<Readable>
  /** Does nothing when there are no bytes. */
  remove(id: string): Promise<void>
}

/** Stores the bytes of files. A name has 32 hexadecimal digits, so it cannot point outside the directory. */
export interface FileDisk {
  /** Writes bytes as they come, few in memory. A stream that breaks off leaves nothing. Refuses with `disk_full`. */
  receive(from: Readable | Buffer): Promise<ReceivedBytes>
  put(name: string, bytes: Buffer): Promise<void>
  /** Null when there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>
  /** Bytes from `start` to `end`, both included; null when there is no such file. Ask `sizeOf` first. */
  openRange(name: string, start: number, end: number): Promise<Readable | null>
  /** Null when there is no such file. */
  sizeOf(name: string): Promise<number | null>
  remove(name: string): Promise<void>
  /** Removes nameless bytes that were left by a process which has ended. */
  removeNameless(receivedBefore: Date): Promise<void>
  unfinished: UnfinishedBytes
}

const validName = /^[0-9a-f]{32}$/
/** The disk or the quota of its user is full, a file may not grow further, or the disk fails. */
const cannotWrite = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

/** Files in a directory of this machine, or of several that share it. */
export function fileDisk(directory: string): FileDisk {
  const nameless = join(directory, 'nameless')
  const place = (name: string) => {
    if (!validName.test(name)) throw new Error('not the name of a file')
    return join(directory, name.slice(0, 2), name)
  }

  async function write(from: Readable | Buffer, path: string): Promise<Pick<ReceivedBytes, 'size' | 'sha256'>> {
    const hash = createHash('sha256')
    let size = 0
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    // Opened before anything is read: a stream that creates its own file may do so after a failure has removed it.
    const file = await open(path, 'wx', 0o600)
    await pipeline(
      Buffer.isBuffer(from) ? Readable.from([from]) : from,
      counted,
      file.createWriteStream({ flush: true }),
    )
    return { size, sha256: hash.digest('hex') }
  }

  const disk: FileDisk = {
    async receive(from) {
      const path = join(nameless, randomBytes(16).toString('hex'))
      const discard = () => rm(path, { force: true })
      // It may break before it is read, which would end the process; reading it then throws its fault.
      if (!Buffer.isBuffer(from)) from.on('error', () => {})
      try {
        await mkdir(nameless, { recursive: true, mode: 0o700 })
        const written = await write(from, path)
        return {
          path,
          ...written,
          discard,
          async keep(name) {
            try {
              await mkdir(join(directory, name.slice(0, 2)), { recursive: true, mode: 0o700 })
              await rename(path, place(name))
            } catch (fault) {
              await discard()
              throw refusedWrite(fault)
            }
          },
        }
      } catch (fault) {
        await discard()
        throw refusedWrite(fault)
      }
    },
    async put(name, bytes) {
      const received = await disk.receive(bytes)
      await received.keep(name)
    },
    async open(name) {
      const path = place(name)
      const found = await stat(path).catch(() => null)
      return found && { stream: createReadStream(path), size: found.size }
    },
    async openRange(name, start, end) {
      const path = place(name)
      return (await stat(path).catch(() => null)) && createReadStream(path, { start, end })
    },
    async sizeOf(name) {
      return (await stat(place(name)).catch(() => null))?.size ?? null
    },
    async remove(name) {
      await rm(place(name), { force: true })
    },
    async removeNameless(receivedBefore) {
      for (const name of await readdir(nameless).catch(() => [])) {
        const path = join(nameless, name)
        const found = await stat(path).catch(() => null)
        if (found && found.mtime < receivedBefore) await rm(path, { force: true })
      }
    },
    unfinished: unfinishedOnDisk(join(directory, 'unfinished')),
  }
  return disk
}

function unfinishedOnDisk(directory: string): UnfinishedBytes {
  let made: Promise<DataStore> | undefined
  return {
    store() {
      made ??= import('./piece-store.ts').then(({ pieceStore }) => pieceStore(directory))
      return made
    },
    async read(id) {
      return createReadStream(join(directory, id))
    },
    async remove(id) {
      // The second file describes the upload.
      for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
    },
  }
}

/** The refusal for a disk that cannot be written and for a storage that does not answer; other faults as they are. */
export function refusedWrite(fault: unknown): unknown {
  // How the library of the storage says that it got no answer or a wrong one.
  const { code, name, $metadata } = fault as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } }
  if (cannotWrite.has(String(code)) || $metadata?.httpStatusCode === 507)
    return new Refusal('disk_full', { retryAfter: 300, cause: fault })
  const ofStorage = $metadata !== undefined || name === 'TimeoutError'
  return ofStorage ? new Refusal('storage_unavailable', { retryAfter: 30, cause: fault }) : fault
}
