import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { audited, readJudging } from './edit-judging.ts'
import { isOpenReading } from './list-readings.ts'
import { judgedStage, lockJudging, type Place, stillJudges } from './store.ts'

/** An organiser may remind judges once in this time. */
const pause = 3_600_000

/** Reminds the judges of every stage whose time has come. */
export async function remindJudgesInTime(services: Services): Promise<void> {
  const now = services.clock()
  const due = await services.db.selectFrom('judgings').select('stage_id').where('remind_at', '<=', now).execute()
  for (const { stage_id } of due)
    await services.db.transaction().execute(async (tx) => {
      const taken = await tx
        .updateTable('judgings')
        .set({ remind_at: null })
        .where('stage_id', '=', stage_id)
        .where('remind_at', '<=', now)
        .returning('stage_id')
        .executeTakeFirst()
      if (taken) await remind(tx, services, stage_id)
    })
}

/** Reminds the judges of a stage at the request of an organiser. Returns how many there are. */
export async function remindJudges(services: Services, actorId: number, place: Place) {
  const { id: stageId } = await judgedStage(services, place)
  const reminded = await services.db.transaction().execute(async (tx) => {
    const { state, reminded_at: last } = await lockJudging(tx, stageId, 'forUpdate')
    if (state !== 'reading') throw new Refusal('judging_closed')
    if (last && services.clock().getTime() - last.getTime() < pause) throw new Refusal('reminded_lately')
    const count = await remind(tx, services, stageId)
    if (count > 0)
      await audited(tx, actorId, place, 'judges_reminded', [
        { field: 'people', title: 'Экспертов', after: String(count) },
      ])
    return count
  })
  return { judging: await readJudging(services, place, 'whole'), reminded }
}

/** Writes to every judge who has works left, and returns their number. */
async function remind(tx: Tx, services: Services, stageId: number): Promise<number> {
  const { rows } = await sql<{ judge: number; left: number; title: string; until: Date | null }>`
    select r.judge_id as judge, count(*)::int as left, s.title, j.read_until as until
    from readings r join works w on w.id = r.work_id join stages s on s.id = w.stage_id
    join judgings j on j.stage_id = s.id and j.state = 'reading'
    where w.stage_id = ${stageId} and ${isOpenReading} and ${stillJudges}
    group by r.judge_id, s.title, j.read_until order by r.judge_id`.execute(tx)
  for (const { judge, left, title, until } of rows) {
    const works = counted(left, 'работа', 'работы', 'работ')
    await messagePerson(tx, services, judge, {
      kind: 'deadlines',
      title: until ? `Оцените работы до ${showDateTime(until)}` : 'Вас ждут работы',
      text: `Этап ${quoted(title)}: без вашей оценки ${plural(left, 'осталась', 'остались', 'осталось')} ${works}.`,
      link: { path: `/desk/judging/${stageId}`, words: 'Открыть работы' },
    })
  }
  if (rows.length > 0)
    await tx.updateTable('judgings').set({ reminded_at: services.clock() }).where('stage_id', '=', stageId).execute()
  return rows.length
}
