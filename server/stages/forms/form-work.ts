import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { IncomingWork, TakenWork, TakesWork } from '#server/stages/kind.ts'
import { closed, refuseUnlessArrivedInTime, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { draftOf, lastHandIn, workOwner } from '#server/stages/work-owner.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import { changedFields } from '#shared/forms/fields/changed-fields.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { choiceFaults, withKnownWordings } from './choice-faults.ts'
import { withOwnFiles } from './own-files.ts'
import { formVersion } from './store.ts'

/** What a kind with a form defines about its work. The rest is common to all kinds with a form. */
export interface FormWork extends Pick<TakesWork, 'questions' | 'inWords'> {
  /** What happens after an answer without faults is handed in. */
  follows: (stage: Pick<SeasonStage, 'settings'>) => 'wait' | 'prepare' | 'accept'
  /** Whether a draft with faults is handed in as it is or declined when the stage ends. */
  faultyDraft: 'taken' | 'declined'
}

/** The work of a kind with a form: answers are validated, and files must belong to the person. */
export function formWork(kind: FormWork): TakesWork {
  return {
    questions: kind.questions,
    inWords: kind.inWords,
    toCheck: 'inWords',
    people: (stage) => kind.follows(stage) !== 'accept',

    async take(tx, services, work) {
      const { stage, receivedAt, formVersion } = work
      refuseUnlessArrivedInTime(stage, receivedAt)
      const schema = kind.questions(stage.row)
      if (schema === null) throw closed({ ...stage.state, reason: 'вопросы ещё не опубликованы' })
      if (formVersion !== undefined) await refuseOutdated(tx, stage.row.id, schema, formVersion)
      const { faults, ...answer } = await checked(tx, services, schema, work)
      if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
      return { ...answer, formVersion: schema.version, follows: kind.follows(stage.row) }
    },

    draft: {
      async look(_db, { stage, data, receivedAt }) {
        refuseUnlessWorkable(stage)
        const schema = kind.questions(stage.row)
        return { data, faults: schema ? faultsOf(stage.row, schema, data, 'draft', receivedAt) : {} }
      },
      async atEnd(tx, services, work) {
        const schema = kind.questions(work.stage.row)
        if (schema === null) return null
        const { faults, ...answer } = await checked(tx, services, schema, work)
        const sound = Object.keys(faults).length === 0
        if (!sound && kind.faultyDraft === 'declined') return null
        const follows = sound ? kind.follows(work.stage.row) : 'wait'
        return { ...answer, formVersion: schema.version, follows }
      },
    },
  }
}

/** The faults found by the shared validator and by the kind's own rules. */
function faultsOf(
  row: IncomingWork['stage']['row'],
  schema: FormSchema,
  data: Record<string, unknown>,
  mode: 'draft' | 'hand_in',
  now: Date,
): FieldFaults {
  const own = row.kind?.contract.faults?.(row.settings, data, mode) ?? {}
  return { ...own, ...validate(schema, data, { mode, now }) }
}

/** The answer to store, and all its faults. */
async function checked(
  tx: Db | Tx,
  { dictionaries }: Services,
  schema: FormSchema,
  { accountId, stage, data: answer, receivedAt }: IncomingWork,
): Promise<Pick<TakenWork, 'data' | 'fileIds'> & { faults: FieldFaults }> {
  const cleaned = cleanAnswer(schema, answer).data
  const { data, fileIds, faults: files } = await withOwnFiles(tx, accountId, schema, cleaned)
  const owner = workOwner(stage, accountId)
  const earlier = async () => [(await draftOf(tx, owner))?.data ?? {}, (await lastHandIn(tx, owner))?.data ?? {}]
  const { competitionCode: competition } = stage.row
  const all = await dictionaries.now(tx)
  const choices = await choiceFaults(all, schema, data, { competition, earlier })
  // Faults of the shared validator replace those of the dictionaries, because the browser shows the same ones. A file
  // of another person replaces every other fault of its field, because only the server can find it.
  const faults = { ...choices, ...faultsOf(stage.row, schema, data, 'hand_in', receivedAt), ...files }
  return { data: withKnownWordings(all, schema, data, competition), fileIds, faults }
}

async function refuseOutdated(tx: Db | Tx, stageId: number, schema: FormSchema, version: number): Promise<void> {
  if (version === schema.version) return
  const filledIn = await formVersion(tx, stageId, version)
  const fields = changedFields(filledIn ?? { version, sections: [] }, schema)
  if (Object.keys(fields).length > 0) throw new Refusal('form_version_outdated', { fields })
}
