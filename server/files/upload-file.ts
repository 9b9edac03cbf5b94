import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db.ts'
import type { FileDisk, ReceivedBytes } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { documentFormats, fileMaxBytes, imageMaxBytes, megabytes, storedImageFormat } from '#shared/files/limits.ts'
import { firstBytes, type ImageShape, readImage } from './read-image.ts'
import { receiveUpload } from './receive-upload.ts'
import { refuseSwollenArchive } from './refuse-swollen-archive.ts'
import { usedSpace } from './store.ts'
import { storedName } from './stored-name.ts'
import type { FilePurpose } from './tables.ts'

interface Wanted {
  accountId: number
  purpose: FilePurpose
  /** For pictures. */
  shape?: ImageShape
}

/** What is known of the bytes: the extension and the type are those of the content. */
interface Recognised {
  file: ReceivedBytes
  extension: string
  type: string
}

/**
 * Stores the file of an upload for this account. The type is read from the bytes; the given name is only a label.
 * Refuses with `file_space_used` what a person has no more room for.
 */
export async function uploadFile(
  { db, disk, config }: Services,
  request: FastifyRequest,
  { accountId, purpose, shape = 'photo' }: Wanted,
) {
  const quota = purpose === 'avatar' ? Number.POSITIVE_INFINITY : config.fileQuotaBytes
  // Asked before the body is read as well: what has no room need not be sent.
  refuseFull(await usedSpace(db, accountId), 1, quota)
  const maxBytes = purpose === 'file' ? fileMaxBytes : imageMaxBytes
  return receiveUpload(disk, request, { accountId, maxBytes }, async ({ name: given, file: sent }) => {
    const { file, extension, type } =
      purpose === 'file' ? await recognise(disk, sent) : await asPicture(disk, sent, shape)
    const name = storedName(given, extension)
    const id = await keepFile({ db }, file, { account_id: accountId, purpose, name, type }, quota)
    return { file_id: id, name, size: file.size, type, url: `/api/v3/user/files/${id}` }
  })
}

function refuseFull(used: number, size: number, quota: number): void {
  if (used + size > quota)
    throw new Refusal('file_space_used', { values: { used: megabytes(used), quota: megabytes(quota) } })
}

/**
 * Gives received bytes a row and a random name, which nobody can guess. The row comes first: when the process ends before
 * the bytes have their name, nothing refers to it, and the sweep removes it.
 */
export async function keepFile(
  { db }: Pick<Services, 'db'>,
  file: ReceivedBytes,
  of: Omit<NewFile, 'id' | 'size' | 'sha256'>,
  quota = Number.POSITIVE_INFINITY,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await addFile(db, { ...of, id, size: file.size, sha256: file.sha256 }, quota)
    await file.keep(id).catch(async (fault) => {
      await db.deleteFrom('files').where('id', '=', id).execute()
      throw fault
    })
    return id
  } finally {
    await file.discard()
  }
}

interface NewFile {
  id: string
  account_id: number
  purpose: FilePurpose
  name: string
  type: string
  size: number
  sha256: string
}

async function addFile(db: Db, file: NewFile, quota: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The uploads of one person are counted one after the other.
    const owner = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', file.account_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!owner) throw new Refusal('unauthorized')
    refuseFull(await usedSpace(tx, file.account_id), file.size, quota)
    await tx.insertInto('files').values(file).execute()
  })
}

async function asPicture(disk: FileDisk, sent: ReceivedBytes, shape: ImageShape): Promise<Recognised> {
  const file = await disk.receive(await readImage(sent.path, shape))
  return { file, extension: storedImageFormat, type: `image/${storedImageFormat}` }
}

async function recognise(disk: FileDisk, sent: ReceivedBytes): Promise<Recognised> {
  // Checked first: detecting the type of a document unpacks part of the zip.
  if ((await firstBytes(sent.path, 4)).toString('latin1') === 'PK\u0003\u0004') await refuseSwollenArchive(sent.path)
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(sent.path).catch(() => undefined)
  if (!found || !(documentFormats as readonly string[]).includes(found.ext))
    throw new Refusal('file_type_unsupported', { values: { formats: documentFormats.join(', ') } })
  const isPicture = found.mime.startsWith('image/')
  const file = isPicture ? await disk.receive(await readImage(sent.path, 'document')) : sent
  return { file, extension: found.ext, type: found.mime }
}
