import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { conflictsAt } from './conflicts.ts'
import { audited, readJudging } from './edit-judging.ts'
import { refuseStopped } from './stopped.ts'
import { judgedStage, lockJudging, type Place, sameRegion } from './store.ts'
import { takeReadings } from './take-readings.ts'

export interface Move {
  readingId: number
  /** The number of the judge who is to read the work. */
  to: number
  reason: string
}

/**
 * Gives one work from its judge to another, in the same place. Marks that were given no longer count, and the former
 * judge no longer sees the work; organisers still see the marks.
 */
export async function moveReading(services: Services, actorId: number, place: Place, { readingId, to, reason }: Move) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  const withdrawn = await db.transaction().execute(async (tx) => {
    const judging = await lockJudging(tx, stageId, 'forUpdate')
    if (judging.state === 'closed') throw new Refusal('judging_closed')
    const reading = await tx
      .selectFrom('readings as r')
      .innerJoin('works as w', 'w.id', 'r.work_id')
      .innerJoin('accounts as a', 'a.id', 'r.judge_id')
      .select(['r.work_id', 'r.extra', 'r.for_appeal', 'w.waits_since', 'a.test_id'])
      .where('r.id', '=', readingId)
      .where('w.stage_id', '=', stageId)
      .where('r.abstained', 'is', null)
      .forNoKeyUpdate(['w'])
      .executeTakeFirst()
    if (!reading) throw new Refusal('reading_not_found')
    if (reading.waits_since === null) throw new Refusal('work_decided')
    const { work_id: work, extra, for_appeal: forAppeal } = reading
    await refuseStopped(tx, [work], 'read')
    const judge = await judgeWhoMay(tx, { stageId, work, to, cap: judging.load_cap, region: judging.other_region })
    const at = clock()
    const marks = await takeReadings(tx, sql<boolean>`r.id = ${readingId}`, {
      why: 'moved',
      reason: reason.trim(),
      at,
      marks: true,
    })
    const given = { extra, for_appeal: forAppeal, assigned_at: at, assigned_by: actorId }
    await tx
      .insertInto('readings')
      .values({ work_id: work, judge_id: judge, ...given })
      .onConflict((conflict) =>
        conflict
          .columns(['work_id', 'judge_id'])
          .doUpdateSet({ ...given, taken: null, abstained: null, abstained_at: null }),
      )
      .execute()
    await audited(tx, actorId, place, 'reading_moved', [
      { field: 'readings', title: `Работа № ${work}: от эксперта ID ${reading.test_id} к эксперту ID ${to}` },
      ...(marks > 0 ? [{ field: 'marks', title: 'Сданные оценки больше не учитываются' }] : []),
    ])
    return marks > 0
  })
  return { withdrawn, judging: await readJudging(services, place, 'whole') }
}

interface Wanted {
  stageId: number
  work: number
  to: number
  cap: number
  region: 'no' | 'wish' | 'rule'
}

/** The judge of this number, or a refusal that states why they may not read the work. */
async function judgeWhoMay(tx: Tx, { stageId, work, to, cap, region }: Wanted): Promise<number> {
  const { rows } = await sql<{ id: number; has: boolean; other: boolean; same: boolean; load: number }>`
    select a.id,
      exists (select from readings r where r.work_id = w.id and r.judge_id = a.id and r.taken is null)
        or exists (select from peer_tasks k where k.work_id = w.id and k.rater_id = a.id) as has,
      t.topics is not null and not coalesce(w.topic = any(t.topics), false) as other,
      ${sameRegion} as same,
      (select count(*)::int from readings r join works o on o.id = r.work_id
        where o.stage_id = w.stage_id and r.judge_id = a.id and r.abstained is null) as load
    from works w
    join stages s on s.id = w.stage_id
    join accounts a on a.test_id = ${to}
    join stage_staff t on t.stage_id = w.stage_id and t.account_id = a.id and t.duty = 'judge'
    where w.id = ${work}`.execute(tx)
  const [judge] = rows
  if (!judge) throw new Refusal('user_not_found')
  const conflict = (await conflictsAt(tx, stageId, work)).some((one) => one.judge === judge.id)
  const against: [boolean, RefusalCode][] = [
    [judge.has, 'judge_reads_already'],
    [conflict, 'judge_has_conflict'],
    [judge.other, 'judge_of_other_topic'],
    [region === 'rule' && judge.same, 'judge_of_same_region'],
    [judge.load >= cap, 'judge_is_full'],
  ]
  for (const [holds, code] of against) if (holds) throw new Refusal(code)
  return judge.id
}
