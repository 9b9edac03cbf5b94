import type { Upload } from '@tus/server'
import { tooBig } from '#server/forms/files/receive-upload.ts'
import { usedSpace } from '#server/forms/files/store.ts'
import type { FilePurpose } from '#server/forms/files/tables.ts'
import { quotaOf, refuseFull } from '#server/forms/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { videoFileMaxBytes } from '#shared/kinds/videointerview/take-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fileMaxBytes, formatOf, imageMaxBytes, maxUnfinishedUploads } from '#shared/platform/files/limits.ts'
import { limitsAt, refuseUnlessOpen, type UploadPlace } from './upload-place.ts'

interface NewUpload {
  purpose: FilePurpose
  name: string
  size: number
  place: UploadPlace | null
}

/** Records an upload that is about to come, and reserves its space. */
export async function beginUpload(services: Services, accountId: number, upload: Upload): Promise<void> {
  if (upload.size === undefined) throw new Refusal('length_required')
  if (upload.size === 0) throw new Refusal('file_empty')
  const asked = wanted(upload.metadata ?? {}, upload.size)
  await refuseUnfit(services, accountId, asked)
  const { db, config, clock } = services
  const { purpose, name, size, place } = asked
  await db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!owner) throw new Refusal('unauthorized')
    const { count } = await tx
      .selectFrom('uploads')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .where('file_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxUnfinishedUploads)
      throw new Refusal('uploads_unfinished', { values: { max: maxUnfinishedUploads } })
    refuseFull(await usedSpace(tx, accountId), size, quotaOf(config, purpose))
    const now = clock()
    await tx
      .insertInto('uploads')
      .values({
        id: upload.id,
        account_id: accountId,
        purpose,
        name,
        size,
        stage_id: place?.stageId ?? null,
        field: place?.field ?? null,
        began_at: now,
        heard_at: now,
      })
      .execute()
  })
}

const purposes: readonly string[] = ['file', 'image', 'avatar', 'video'] satisfies FilePurpose[]

/** The upload as its metadata describe it: `filename`, `purpose`, and for a file of a stage `stage` and `field`. */
function wanted(said: Record<string, string | null>, size: number): NewUpload {
  const { filename, purpose = 'file', stage, field } = said
  const stageId = Number(stage)
  const soundStage = stage === undefined || (/^\d{1,9}$/.test(stage ?? '') && stageId > 0)
  if (!soundStage || !purposes.includes(purpose ?? '')) throw new Refusal('invalid_request')
  return {
    purpose: purpose as FilePurpose,
    name: (filename ?? '').replaceAll('\0', '').slice(0, 400),
    size,
    place: stage === undefined ? null : { stageId, field: field?.slice(0, 200) || null },
  }
}

async function refuseUnfit(services: Services, accountId: number, { purpose, name, size, place }: NewUpload) {
  if (purpose === 'video' && !place) throw new Refusal('invalid_request')
  const stage = place && (await refuseUnlessOpen(services, accountId, place))
  const field = stage && purpose === 'file' ? limitsAt(stage, place?.field ?? null) : null
  const maxBytes =
    purpose === 'video' ? videoFileMaxBytes : purpose === 'file' ? (field?.maxBytes ?? fileMaxBytes) : imageMaxBytes
  if (size > maxBytes) throw tooBig(maxBytes)
  // Checked by its name, so that a long upload is not refused only at its end; later by its bytes.
  const formats = field?.formats
  if (formats && !formats.includes(formatOf(name)))
    throw new Refusal('file_type_unsupported', { values: { formats: formats.join(', ') } })
}
