import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Stores the bytes of files. A name has 32 hexadecimal digits, so it cannot point outside the directory. */
export interface FileDisk {
  put(name: string, bytes: Buffer): Promise<void>
  /** Null when there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>
  remove(name: string): Promise<void>
}

const validName = /^[0-9a-f]{32}$/

export function fileDisk(directory: string): FileDisk {
  const place = (name: string) => {
    if (!validName.test(name)) throw new Error('not the name of a file')
    return join(directory, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = place(name)
      await mkdir(join(directory, name.slice(0, 2)), { recursive: true, mode: 0o700 })
      // Written to another name and renamed, so that a crash leaves no partial file.
      const aside = `${path}.${randomBytes(4).toString('hex')}`
      await writeFile(aside, bytes, { mode: 0o600, flush: true })
      await rename(aside, path)
    },
    async open(name) {
      const path = place(name)
      const found = await stat(path).catch(() => null)
      return found && { stream: createReadStream(path), size: found.size }
    },
    async remove(name) {
      await rm(place(name), { force: true })
    },
  }
}
