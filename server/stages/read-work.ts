import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import type { Services } from '#server/services.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { wordsWritten } from '#shared/stages/text-work.ts'
import { oneStage, type StageName } from './one-stage.ts'
import { keptRevisions } from './save-draft.ts'
import { takesWork } from './work.ts'
import { draftOf, lastHandIn, workOwner } from './work-owner.ts'

const nothing: FormSchema = { version: 0, sections: [] }

/** What the page of a stage needs for working there. The questions stay hidden until the stage opens. */
export async function readWork(services: Services, accountId: number, name: StageName) {
  const { db, seasons, dictionaries, clock } = services
  const now = clock()
  const stage = await oneStage(db, seasons, accountId, name, now)
  const { row, own, state } = stage
  const work = takesWork(stage)
  const { opensAt, closesAt } = state.window
  const form = ((opensAt === null || now >= opensAt) && work.questions(row)) || nothing
  const readable = row.viewable || state.is_active
  const handIn = readable ? await lastHandIn(db, workOwner(stage, accountId)) : null
  const { settings, id: stageId } = row
  const [lines = []] = handIn
    ? await work.inWords(db, [{ settings, stageId, formVersion: handIn.form_version, data: handIn.data }], services)
    : []
  return {
    stage_id: row.id,
    title: row.title,
    form: { version: form.version, sections: [...form.sections] },
    dictionaries: wholeDictionaries(await dictionaries.now(db), form, row.competitionCode),
    status: state.status,
    read_only: state.status !== 'available' && state.status !== 'in_progress',
    viewable: row.viewable,
    end_date: closesAt && formatWire(closesAt),
    handed_in: handIn && {
      data: handIn.data,
      human_readable: lines,
      receipt_number: handIn.receipt_number,
      handed_in_at: formatWire(handIn.arrived_at),
    },
    remarks: [...own.remarks],
  }
}

/** The latest draft. */
export async function readDraft({ db, seasons, clock }: Services, accountId: number, name: StageName) {
  const stage = await oneStage(db, seasons, accountId, name, clock())
  takesWork(stage)
  const draft = await draftOf(db, workOwner(stage, accountId))
  return {
    draft: draft?.data ?? {},
    revision: draft?.revision ?? 0,
    saved_at: draft && formatWire(draft.saved_at),
  }
}

/** When each revision that is still kept was saved and how long it is, the newest first. */
export async function listRevisions({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  const form = takesWork(stage).questions(stage.row) ?? nothing
  const draft = await draftOf(db, workOwner(stage, accountId))
  const rows = await db
    .selectFrom('stage_draft_revisions')
    .select(['revision', 'saved_at', 'data'])
    .where('draft_id', '=', draft?.id ?? 0)
    .orderBy('revision', 'desc')
    .limit(keptRevisions)
    .execute()
  return rows.map(({ revision, saved_at, data }) => ({
    revision,
    saved_at: formatWire(saved_at),
    words: wordsWritten(form, data),
  }))
}

/** One revision with its content. */
export async function readRevision(
  { db, seasons, clock }: Services,
  accountId: number,
  { stageId, revision }: { stageId: number; revision: number },
) {
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  takesWork(stage)
  const draft = await draftOf(db, workOwner(stage, accountId))
  const found = await db
    .selectFrom('stage_draft_revisions')
    .select(['revision', 'saved_at', 'data'])
    .where('draft_id', '=', draft?.id ?? 0)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return { ...found, saved_at: formatWire(found.saved_at) }
}
