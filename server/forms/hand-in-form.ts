import type { Tx } from '#server/db.ts'
import { keepHandedIn } from '#server/files/store.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { afterHandIn, keepHandIn } from '#server/stages/hand-in.ts'
import { once } from '#server/stages/idempotency.ts'
import type { DraftAtEnd } from '#server/stages/kind.ts'
import { closed, lockStage, type OneStage, refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import { draftOf, lastHandIn } from '#server/stages/store.ts'
import { type FieldFaults, Refusal } from '#shared/api/refusals.ts'
import { cleanAnswer } from '#shared/forms/answer.ts'
import { changedFields } from '#shared/forms/changed-fields.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import { validate } from '#shared/forms/validate.ts'
import { choiceFaults, withKnownWordings } from './choice-faults.ts'
import { withOwnFiles } from './own-files.ts'
import { currentForm, formVersion } from './store.ts'

export interface FormToHandIn {
  accountId: number
  competitionCode: string
  form: string
  data: Record<string, unknown>
  /** The version that the person filled in. */
  version: number
  receivedAt: Date
  idempotencyKey: string | undefined
}

/** Takes the filled form, or refuses it with every field that is wrong. */
export function handInForm({ db, clock }: Services, handedIn: FormToHandIn) {
  const { accountId, competitionCode, form, data, version, idempotencyKey: key } = handedIn
  const request = ['form', competitionCode, form, version, data]
  return db
    .transaction()
    .execute((tx) => once(tx, { accountId, key, request }, clock(), () => handIn(tx, handedIn, clock())))
}

async function handIn(tx: Tx, handedIn: FormToHandIn, now: Date) {
  const { accountId, competitionCode, form: code, receivedAt, idempotencyKey } = handedIn
  const stage = await lockStage(tx, accountId, { competitionCode, code, type: 'form' }, receivedAt)
  refuseUnlessArrivedInTime(stage, receivedAt)
  const schema = await currentForm(tx, stage.row.id)
  if (schema === null) throw closed({ ...stage.state, reason: 'анкета ещё не опубликована' })
  await refuseOutdated(tx, stage.row.id, schema, handedIn.version)
  const { data, fileIds, faults } = await checkedAnswer(tx, accountId, stage, schema, handedIn.data, receivedAt)
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  const receipt = await keepHandIn(
    tx,
    stage,
    { accountId, data, arrivedAt: receivedAt, formVersion: schema.version, idempotencyKey },
    now,
  )
  await keepHandedIn(tx, fileIds)
  if (stage.row.settings.check === 'auto') await acceptSoon(tx, { accountId, stageId: stage.row.id }, receipt.id, now)
  return afterHandIn(tx, accountId, stage.row.id, receipt, receivedAt)
}

/** Hands in what was saved when the stage ended. It is taken as it is; only a faultless one is accepted by itself. */
export async function handInFormDraft(
  tx: Tx,
  { accountId, stage, data: draft, endedAt, now }: DraftAtEnd,
): Promise<void> {
  const schema = await currentForm(tx, stage.row.id)
  if (schema === null) return
  const { data, fileIds, faults } = await checkedAnswer(tx, accountId, stage, schema, draft, endedAt)
  const handedIn = { accountId, data, arrivedAt: endedAt, formVersion: schema.version, bySystem: true }
  const { id } = await keepHandIn(tx, stage, handedIn, now)
  await keepHandedIn(tx, fileIds)
  const sound = Object.keys(faults).length === 0
  if (sound && stage.row.settings.check === 'auto') await acceptSoon(tx, { accountId, stageId: stage.row.id }, id, now)
}

/** The answer as it would be kept, and everything that is wrong with it. */
async function checkedAnswer(
  tx: Tx,
  accountId: number,
  stage: OneStage,
  schema: FormSchema,
  answer: Record<string, unknown>,
  now: Date,
): Promise<{ data: Record<string, unknown>; fileIds: string[]; faults: FieldFaults }> {
  const cleaned = cleanAnswer(schema, answer).data
  const { data, fileIds, faults: files } = await withOwnFiles(tx, accountId, schema, cleaned)
  const of = { accountId, stageId: stage.row.id }
  const earlier = [(await draftOf(tx, of))?.data ?? {}, (await lastHandIn(tx, of))?.data ?? {}]
  const { competitionCode } = stage.row
  const choices = await choiceFaults(tx, schema, data, earlier, competitionCode)
  // What the shared validator says comes before the dictionary's word: the browser has shown the same. Only the server
  // knows whose a file is, and of a file that is not one's own nothing else need be said.
  const faults = { ...choices, ...validate(schema, data, { mode: 'hand_in', now }), ...files }
  return { data: await withKnownWordings(tx, schema, data, competitionCode), fileIds, faults }
}

/** What passed validation is accepted by a job of the same transaction; until then the stage is in processing. */
async function acceptSoon(tx: Tx, of: { accountId: number; stageId: number }, handInId: number, now: Date) {
  await recordFacts(tx, of, { processingAt: now }, now)
  await addJob(tx, 'accept_hand_in', { handInId })
}

async function refuseOutdated(tx: Tx, stageId: number, schema: FormSchema, version: number): Promise<void> {
  if (version === schema.version) return
  const filledIn = await formVersion(tx, stageId, version)
  const fields = changedFields(filledIn ?? { version, sections: [] }, schema)
  if (Object.keys(fields).length > 0) throw new Refusal('form_version_outdated', { fields })
}
