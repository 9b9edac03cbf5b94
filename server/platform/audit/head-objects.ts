import { createHash } from 'node:crypto'
import type { S3Config } from '#server/platform/config/config.ts'
import { clientOf } from '#server/platform/files/s3-disk.ts'
import type { AuditHead } from './check-audit.ts'
import { type HeadPlace, headIn } from './heads.ts'

const prefix = 'audit-heads/'
const hourMs = 3_600_000
/** How long nobody may delete or replace a head, not even with the key of the portal. */
const lockedMs = 400 * 24 * hourMs
const maxMs = 5_000

/** Heads as objects under lock, where the bucket allows locks: not even who has taken the whole machine removes them. */
export const headObjects = (config: S3Config, pauseMs = hourMs): HeadPlace => ({
  pauseMs,
  async add({ id, hash }) {
    const { sdk, client } = await storage(config)
    const body = `${id}:${hash}\n`
    // The hash of the body is required of a call that locks.
    const ContentMD5 = createHash('md5').update(body).digest('base64')
    const object = { Bucket: config.bucket, Key: `${prefix}${id}-${hash}`, Body: body, ContentMD5 }
    const ObjectLockRetainUntilDate = new Date(Date.now() + lockedMs)
    try {
      await client.send(
        new sdk.PutObjectCommand({ ...object, ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate }),
      )
    } catch (fault) {
      // A bucket without locks refuses the lock, and a storage that knows none does so in its own words.
      const status = (fault as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
      if (status !== 400 && status !== 501) throw fault
      await client.send(new sdk.PutObjectCommand(object))
    } finally {
      client.destroy()
    }
  },
})

/** All heads that were stored there. */
export async function headsInStorage(config: S3Config): Promise<AuditHead[]> {
  const { sdk, client } = await storage(config)
  try {
    const heads: AuditHead[] = []
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: config.bucket, Prefix: prefix })
    for await (const { Contents = [] } of pages)
      for (const { Key = '' } of Contents) {
        const head = headIn(Key.slice(prefix.length).replace('-', ':'))
        if (head) heads.push(head)
      }
    return heads
  } finally {
    client.destroy()
  }
}

async function storage(config: S3Config) {
  const sdk = await import('@aws-sdk/client-s3')
  return { sdk, client: new sdk.S3Client(clientOf(config, maxMs)) }
}
