import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { DataStore } from '@tus/server'
import type { S3Config } from '#server/platform/config/config.ts'
import { uploadPieceBytes } from '#shared/platform/files/limits.ts'
import { type FileDisk, fileDisk, refusedWrite, type UnfinishedBytes } from './disk.ts'

/** How long the storage may be silent before another attempt, in milliseconds; there are three. */
const usualMaxMs = 5_000

/**
 * Files in an S3 storage, shared by any number of processes on any machines. Bytes are received on the local disk
 * first, where they are checked.
 */
export function s3Disk(directory: string, config: S3Config, maxMs = usualMaxMs): FileDisk {
  const local = fileDisk(directory)
  const { bucket: Bucket } = config
  let made: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const storage = () => {
    made ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: new sdk.S3Client(clientOf(config, maxMs)) }))
    return made
  }

  async function get(Key: string, Range?: string): Promise<{ stream: Readable; size: number } | null> {
    const { sdk, client } = await storage()
    const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key, Range })).catch(nullWhenAbsent)
    return found && { stream: found.Body as Readable, size: found.ContentLength ?? 0 }
  }
  async function drop(Key: string): Promise<void> {
    const { sdk, client } = await storage()
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(nullWhenAbsent)
  }

  const disk: FileDisk = {
    async receive(from) {
      const received = await local.receive(from)
      return {
        ...received,
        async keep(name) {
          try {
            const { sdk, client } = await storage()
            const Body = createReadStream(received.path)
            await client.send(
              new sdk.PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength: received.size }),
            )
          } catch (cause) {
            throw refusedWrite(cause)
          } finally {
            await received.discard()
          }
        },
      }
    },
    async put(name, bytes) {
      const received = await disk.receive(bytes)
      await received.keep(name)
    },
    open: (name) => get(keyOf(name)),
    async openRange(name, start, end) {
      return (await get(keyOf(name), `bytes=${start}-${end}`))?.stream ?? null
    },
    async sizeOf(name) {
      const { sdk, client } = await storage()
      const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) })).catch(nullWhenAbsent)
      return found?.ContentLength ?? null
    },
    remove: (name) => drop(keyOf(name)),
    removeNameless: local.removeNameless,
    unfinished: unfinishedInStorage(config, maxMs, {
      async read(id) {
        const found = await get(id)
        if (!found) throw new Error('an upload has no bytes')
        return found.stream
      },
      drop,
    }),
  }
  return disk
}

function unfinishedInStorage(
  config: S3Config,
  maxMs: number,
  { read, drop }: { read: UnfinishedBytes['read']; drop: (key: string) => Promise<void> },
): UnfinishedBytes {
  let made: Promise<{ store: DataStore; forget: (id: string) => Promise<unknown> }> | undefined
  const opened = () => {
    made ??= Promise.all([import('@tus/s3-store'), import('@tus/server')]).then(([{ S3Store }, { MemoryKvStore }]) => {
      // Our own cache, so that an upload can be forgotten even when the storage fails to remove it.
      const cache: ConstructorParameters<typeof S3Store>[0]['cache'] & object = new MemoryKvStore()
      return {
        forget: async (id) => cache.delete(id),
        store: new S3Store({
          cache,
          partSize: uploadPieceBytes,
          // Some storages do not support tags.
          useTags: false,
          s3ClientConfig: { ...clientOf(config, maxMs), bucket: config.bucket },
        }),
      }
    })
    return made
  }
  return {
    store: async () => (await opened()).store,
    read,
    async remove(id) {
      // Aborts an unfinished multipart upload. A complete object and the small ones that describe it are removed below.
      const { store, forget } = await opened()
      await store.remove(id).catch(() => {})
      await forget(id)
      for (const key of [id, `${id}.info`, `${id}.part`]) await drop(key)
    },
  }
}

const keyOf = (name: string) => {
  if (!/^[0-9a-f]{32}$/.test(name)) throw new Error('not the name of a file')
  return `files/${name}`
}

export const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, maxMs: number) =>
  ({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket is in the path: self-hosted storages rarely have DNS and a certificate for a host name per bucket.
    forcePathStyle: true,
    // Storages other than Amazon's may not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Of silence: a large file may take longer than any limit for the whole.
    requestHandler: { connectionTimeout: maxMs, socketTimeout: maxMs },
  }) satisfies S3ClientConfig

/** Only for «not found»: a storage that does not answer does not mean that a file is missing. */
function nullWhenAbsent(fault: unknown): null {
  const { $metadata, name } = fault as { name?: string; $metadata?: { httpStatusCode?: number } }
  if ($metadata?.httpStatusCode === 404 || name === 'NoSuchKey' || name === 'NotFound') return null
  throw refusedWrite(fault)
}
