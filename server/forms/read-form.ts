import type { Db } from '#server/db.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { lastHandIn } from '#server/stages/store.ts'
import { humanReadable } from '#shared/forms/answer.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { currentForm, formVersion } from './store.ts'
import { wholeDictionaries } from './whole-dictionaries.ts'

/** The form as its page shows it. Before the stage opens its questions are nobody's business yet. */
export async function readForm(db: Db, of: { accountId: number; competitionCode: string; form: string }, now: Date) {
  const { accountId, competitionCode, form: code } = of
  const { row, state } = await oneStage(db, accountId, { competitionCode, code, type: 'form' }, now)
  const { opensAt, closesAt } = state.window
  const shown = opensAt === null || now >= opensAt
  const schema: FormSchema = (shown && (await currentForm(db, row.id))) || { version: 0, sections: [] }
  const dictionaries = await wholeDictionaries(db, schema, competitionCode)
  const handIn = row.viewable || state.is_active ? await lastHandIn(db, { accountId, stageId: row.id }) : null
  const filledIn =
    handIn && handIn.form_version !== schema.version ? await formVersion(db, row.id, handIn.form_version) : schema
  const url = `/user/forms/${competitionCode}/${code}`
  return {
    stage_id: row.id,
    title: row.title,
    url,
    draft_url: `${url}/draft`,
    form: { version: schema.version, sections: [...schema.sections] },
    dictionaries,
    status: state.status,
    read_only: state.status !== 'available' && state.status !== 'in_progress',
    viewable: row.viewable,
    end_date: closesAt && formatWire(closesAt),
    handed_in: handIn && {
      data: handIn.data,
      human_readable: humanReadable(filledIn ?? schema, handIn.data, dictionaries),
      receipt_number: handIn.receipt_number,
      handed_in_at: formatWire(handIn.arrived_at),
    },
    remarks: row.remarks,
  }
}
