import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isZip } from '#server/platform/documents/read-zip.ts'
import type { FileDisk, ReceivedBytes } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import {
  documentFormats,
  type FileScan,
  fileMaxBytes,
  imageMaxBytes,
  megabytes,
  storedImageFormat,
} from '#shared/platform/files/limits.ts'
import type { ImageShape } from './decode-image.ts'
import { firstBytes } from './first-bytes.ts'
import { isPdf } from './is-pdf.ts'
import { copyOf, documentTypes, openDocument } from './nameless-copy.ts'
import { readImage } from './read-image.ts'
import { receiveUpload, type Upload } from './receive-upload.ts'
import { queueScan } from './scan-file.ts'
import { usedSpace } from './store.ts'
import { storedName } from './stored-name.ts'
import type { FilePurpose, Nameless } from './tables.ts'

interface Wanted {
  accountId: number
  purpose: FilePurpose
  /** For pictures. */
  shape?: ImageShape
  /** Whether everybody who is going to see the file may know whose it is. */
  mayReveal?: boolean
}

/** A received file with the extension and the type of its contents. */
interface Recognised {
  file: ReceivedBytes
  extension: string
  type: string
  nameless: Nameless
  copy?: ReceivedBytes
}

/**
 * Stores the file of an upload for this account. The type is read from the bytes; the given name is only a label.
 * Refuses with `file_space_used` when the person has no room for it.
 */
export async function uploadFile(
  services: Services,
  request: FastifyRequest,
  { accountId, purpose, shape = 'photo' }: Wanted,
): Promise<StoredFile> {
  const { db, disk, config } = services
  // Also checked before the body is read, so that a file without room need not be sent.
  refuseFull(await usedSpace(db, accountId), 1, quotaOf(config, purpose))
  const maxBytes = purpose === 'file' ? fileMaxBytes : imageMaxBytes
  return receiveUpload(disk, request, { accountId, maxBytes }, (sent) =>
    storeUpload(services, sent, { accountId, purpose, shape }),
  )
}

/** Maximum bytes of the files of a person; avatars and recordings have limits of their own. */
export const quotaOf = ({ fileQuotaBytes }: Pick<Config, 'fileQuotaBytes'>, purpose: FilePurpose): number =>
  purpose === 'file' || purpose === 'image' ? fileQuotaBytes : Number.POSITIVE_INFINITY

/**
 * Recognises the received bytes and makes them a file of the account. `uploadId`: the upload in pieces they come from.
 */
export async function storeUpload(
  services: Services,
  { name: given, file: sent }: Upload,
  { accountId, purpose, shape = 'photo', mayReveal = false, uploadId }: Wanted & { uploadId?: string },
): Promise<StoredFile> {
  const { disk, config } = services
  const { file, extension, type, nameless, copy } =
    purpose === 'file' ? await recognise(disk, sent, mayReveal) : await asPicture(disk, sent, shape)
  const name = storedName(given, extension)
  // A picture is encoded again from its pixels, so it cannot contain a virus.
  const scan = purpose === 'file' && config.clamd ? 'waiting' : 'clean'
  const kept = { account_id: accountId, purpose, name, type, scan, nameless, copy_size: copy?.size ?? 0 } as const
  try {
    const id = await keepFile(services, file, kept, { quota: quotaOf(config, purpose), uploadId })
    // A copy that a crash loses here is made again when it is asked for.
    await copy?.keep(copyOf(id))
    return storedFile({ id, name, size: file.size, type, scan })
  } finally {
    await copy?.discard()
  }
}

/** A stored file as its owner sees it. */
export const storedFile = ({
  id,
  ...file
}: {
  id: string
  name: string
  size: number
  type: string
  scan: FileScan
}) => ({
  file_id: id,
  ...file,
  url: `/api/v3/user/files/${id}`,
})
type StoredFile = ReturnType<typeof storedFile>

export function refuseFull(used: number, size: number, quota: number): void {
  if (used + size > quota)
    throw new Refusal('file_space_used', { values: { used: megabytes(used), quota: megabytes(quota) } })
}

/**
 * Gives received bytes a row and a random name that cannot be guessed. The row comes first: when the process ends
 * before the bytes have their name, nothing refers to the row, and the sweep removes it.
 */
export async function keepFile(
  { db }: Pick<Services, 'db'>,
  file: ReceivedBytes,
  of: Omit<NewFile, 'id' | 'size' | 'sha256'>,
  { quota = Number.POSITIVE_INFINITY, uploadId }: { quota?: number; uploadId?: string | undefined } = {},
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  try {
    await addFile(db, { ...of, id, size: file.size, sha256: file.sha256 }, { quota, uploadId })
    await file.keep(id).catch(async (fault) => {
      // Detached first: deleting the file would delete its upload too.
      await db.updateTable('uploads').set({ file_id: null }).where('file_id', '=', id).execute()
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
  scan?: FileScan
  nameless?: Nameless
  copy_size?: number
}

async function addFile(
  db: Db,
  file: NewFile,
  { quota, uploadId }: { quota: number; uploadId: string | undefined },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock makes uploads of one person count one after the other.
    const owner = await tx.selectFrom('accounts').where('id', '=', file.account_id).forNoKeyUpdate().executeTakeFirst()
    if (!owner) throw new Refusal('unauthorized')
    refuseFull(await usedSpace(tx, file.account_id, uploadId), file.size + (file.copy_size ?? 0), quota)
    await tx.insertInto('files').values(file).execute()
    if (uploadId !== undefined)
      await tx.updateTable('uploads').set({ file_id: file.id }).where('id', '=', uploadId).execute()
    if (file.scan === 'waiting') await queueScan(tx, file.id)
  })
}

async function asPicture(disk: FileDisk, sent: ReceivedBytes, shape: ImageShape): Promise<Recognised> {
  const { file } = await readImage(disk, sent.path, shape)
  const stored = { extension: storedImageFormat, type: `image/${storedImageFormat}`, nameless: 'own' } as const
  return { file, ...stored }
}

const startsOfPictures = { jpg: 'ffd8ff', png: '89504e470d0a1a0a' }

async function recognise(disk: FileDisk, sent: ReceivedBytes, mayReveal: boolean): Promise<Recognised> {
  const head = await firstBytes(sent.path, 1024)
  for (const [extension, start] of Object.entries(startsOfPictures))
    if (head.toString('hex').startsWith(start)) {
      const { file } = await readImage(disk, sent.path, 'document')
      const type = extension === 'jpg' ? 'image/jpeg' : 'image/png'
      return { file, extension, type, nameless: 'own' }
    }
  const opened = isPdf(head) || isZip(head) ? await openDocument(disk, sent, isPdf(head)) : null
  if (!opened) throw new Refusal('file_type_unsupported', { values: { formats: documentFormats.join(', ') } })
  const { format, copy } = opened
  const found = { file: sent, extension: format, type: documentTypes[format] }
  if (!(copy instanceof Refusal)) return { ...found, nameless: 'copy', copy }
  // Told to the author now, and not to a judge later.
  if (!mayReveal) throw copy
  return { ...found, nameless: 'none' }
}
