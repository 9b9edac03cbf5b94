import type { Tx } from '#server/db.ts'
import type { UploadRow } from '#server/forms/files/take-upload.ts'
import type { storedFile } from '#server/forms/files/upload-file.ts'
import { isJudged, judgingOf, usualJudging } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { closed, isWorkable, lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { type FormField, fieldsOf, isRecord } from '#shared/forms/fields/field.ts'
import { type FileLimits, fileLimits } from '#shared/forms/fields/file-limits.ts'
import { uploadGraceMs } from '#shared/platform/files/limits.ts'

/** The place that a file is meant for: a field of a form at a stage, such as `plan` or `jobs.0.proof`. */
export interface UploadPlace {
  stageId: number
  field: string | null
}

/** The stage as it is for the person. Refuses when the person may not work at it now. */
export async function refuseUnlessOpen(
  { db, seasons, clock }: Services,
  accountId: number,
  { stageId }: UploadPlace,
): Promise<OneStage> {
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  if (!isWorkable(stage)) throw closed(stage.state)
  return stage
}

/** Whether those who judge the file must not know whose it is. Also true for a file that is not for a stage. */
export async function isReadBlind(
  { db, seasons, clock }: Services,
  { account_id, stage_id }: Pick<UploadRow, 'account_id' | 'stage_id'>,
): Promise<boolean> {
  if (stage_id === null) return true
  const { row } = await oneStage(db, seasons, account_id, { stageId: stage_id }, clock())
  return isJudged(row) && ((await judgingOf(db, stage_id)) ?? usualJudging(row)).blind
}

/** The limits of the field, or the usual ones when the stage has no form with this field. */
export function limitsAt(stage: OneStage, field: string | null): FileLimits {
  const found = field === null ? null : fieldAt(stage, field)
  return fileLimits(found ?? { view: 'file' })
}

function fieldAt({ row }: OneStage, path: string): FormField | null {
  const schema = row.kind?.work?.questions(row)
  const [name, , child] = path.split('.')
  const top = schema ? fieldsOf(schema).find((each) => each.name === name) : undefined
  const found = child === undefined ? top : top?.fields?.find((each) => each.name === child)
  return found?.view === 'file' || found?.view === 'image' ? found : null
}

/**
 * Places a complete file. While the stage is open, its page puts the file into the draft. After the end the page
 * cannot: a file whose upload began before the end is put here into the draft, which waits for it. Others are refused.
 */
export async function settleLate(
  services: Services,
  row: UploadRow,
  file: ReturnType<typeof storedFile>,
): Promise<void> {
  if (row.stage_id === null) return
  const now = services.clock()
  const name = { stageId: row.stage_id }
  if (isWorkable(await oneStage(services.db, services.seasons, row.account_id, name, now))) return
  await services.db.transaction().execute(async (tx) => {
    const stage = await lockStage(tx, services.seasons, row.account_id, name, now)
    if (isWorkable(stage)) return
    if (!(await putIntoDraft(tx, stage, row, file, now))) throw closed(stage.state)
  })
}

async function putIntoDraft(
  tx: Tx,
  stage: OneStage,
  row: UploadRow,
  { file_id, name, size, type }: ReturnType<typeof storedFile>,
  now: Date,
): Promise<boolean> {
  const { closesAt } = stage.state.window
  if (stage.state.status !== 'timeover' || !closesAt || row.field === null || !stage.row.submitDraftAtEnd) return false
  if (row.began_at >= closesAt || now.getTime() > closesAt.getTime() + uploadGraceMs) return false
  const owner = workOwner(stage, row.account_id)
  const data = structuredClone((await draftOf(tx, owner))?.data ?? {}) as Record<string, unknown>
  const place = placeIn(data, row.field)
  if (!place) return false
  const held = Array.isArray(place.within[place.key]) ? (place.within[place.key] as { file_id?: unknown }[]) : []
  if (held.some((each) => each.file_id === file_id)) return true
  if (held.length >= limitsAt(stage, row.field).maxFiles) return false
  place.within[place.key] = [...held, { file_id, name, size, type }]
  await saveDraft(tx, { owner, stage, data, basedOn: undefined }, now)
  return true
}

function placeIn(data: Record<string, unknown>, path: string) {
  const [name = '', row, child] = path.split('.')
  if (child === undefined) return { within: data, key: name }
  const rows = data[name]
  const within = Array.isArray(rows) ? rows[Number(row)] : undefined
  return isRecord(within) ? { within, key: child } : null
}
