import { sql } from 'kysely'
import { linesOf } from '#server/platform/http/csv.ts'
import type { Services } from '#server/services.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { blockLabel, blocks } from '#shared/kinds/mgmt_proposal/proposal-form.ts'
import { audited } from './edit-proposals.ts'
import { mayBeGivenAway, type Place, proposalStage } from './store.ts'

/** A table of the proposals that may be given to an agency: those that passed and whose authors agree now. */
export async function tableForAgency(services: Services, actorId: number, place: Place) {
  const { stage, settings } = await proposalStage(services, place)
  const titles = new Map(settings.topics.map(({ code, title }) => [code, title]))
  const rows = await services.db.transaction().execute(async (tx) => {
    const found = await sql<{ name: string; topic: string | null; data: Record<string, unknown> }>`
      select concat_ws(' ', a.last_name, a.first_name, a.middle_name) as name, w.topic, h.data
      from works w join hand_ins h on h.id = w.hand_in_id join accounts a on a.id = w.account_id
      where w.stage_id = ${stage.id} and ${mayBeGivenAway}
      order by w.topic, w.id`.execute(tx)
    await audited(tx, actorId, place, 'proposals_given', [{ title: `Предложений в таблице: ${found.rows.length}` }])
    return found.rows
  })
  return {
    head: ['Автор', 'Тема', ...blocks.map(blockLabel)],
    rows: linesOf(rows, ({ name, topic, data }) => [
      [name, titles.get(topic ?? '') ?? '', ...blocks.map((block) => textOf(data[block]))],
    ]),
  }
}
