import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { type JudgedTotal, judgeDrift } from '#shared/review/judging/judge-drift.ts'
import { type Marks, totalOf } from '#shared/stages/rubric.ts'
import { audited } from './edit-judging.ts'
import { authorName } from './list-readings.ts'
import { markFaultsInWords } from './mark-faults-in-words.ts'
import { stopped } from './stopped.ts'
import { counts, judgedStage, lockJudging, newestRubric, type Place } from './store.ts'

/** The references of a stage, and how far its judges are from them and from one another. */
export async function readCalibration(services: Services, place: Place, how?: 'whole') {
  const { db, readings } = services
  const { id: stageId } = await judgedStage(services, place)
  const rubric = await newestRubric(db, stageId)
  const { rows: references } = await sql<{
    work_id: number
    name: string
    training: boolean
    marks: Marks
    total: number
    comment: string
    stopped: boolean
  }>`
    select e.work_id, ${authorName} as name, e.training, e.marks, e.total, e.comment, ${stopped} as stopped
    from judge_references e
    join works w on w.id = e.work_id and w.hand_in_id = e.hand_in_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    where w.stage_id = ${stageId}
    order by e.training desc, w.id`.execute(db)
  const asked = {
    rows: sql`from readings r join works w on w.id = r.work_id where w.stage_id = ${stageId}`,
    file: new URL('./calibration-worker.ts', import.meta.url),
    input: { stageId },
  }
  const { as_of, drifts } = await readings.figures(
    {
      competition: place.competition,
      name: `calibration ${stageId}`,
      read: async (of) => ({ drifts: await apartFromMany(of, asked, driftsAt) }),
    },
    how,
  )
  const judges = await db
    .selectFrom('accounts')
    .select(['id', 'test_id', 'first_name', 'last_name', 'middle_name'])
    .where('id', 'in', [0, ...drifts.keys()])
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return {
    as_of,
    criteria: rubric?.criteria ?? [],
    references,
    judges: judges.map(({ id, test_id, ...name }) => {
      const { training = null, distance = null, parts = [], drifts: drifting = false } = drifts.get(id) ?? {}
      return { test_id, name: formalName(name), training, distance, parts, drifts: drifting }
    }),
  }
}

export async function driftsAt(db: Db, { stageId }: { stageId: number }) {
  const { rows: totals } = await sql<JudgedTotal>`
    select r.work_id as work, r.judge_id as judge, r.total, e.total as reference, coalesce(e.training, false) as training,
      extract(epoch from r.done_at)::float as at
    from readings r
    join works w on w.id = r.work_id
    left join judge_references e on e.work_id = w.id and e.hand_in_id = w.hand_in_id
    where w.stage_id = ${stageId} and ${counts}
    order by r.id`.execute(db)
  return new Map(judgeDrift(totals).map((drift) => [drift.judge, drift]))
}

interface Reference {
  workId: number
  training: boolean
  marks: Marks
  comment: string
}

/** Makes a work a reference with the marks that experts agreed on, or changes them. This assigns no judge to it. */
export async function setReference(services: Services, actorId: number, place: Place, reference: Reference) {
  const { id: stageId } = await judgedStage(services, place)
  const { workId, training, marks } = reference
  await services.db.transaction().execute(async (tx) => {
    await refuseWhenClosed(tx, stageId)
    const work = await tx
      .selectFrom('works')
      .select('hand_in_id')
      .where('id', '=', workId)
      .where('stage_id', '=', stageId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!work) throw new Refusal('work_not_found')
    const rubric = await newestRubric(tx, stageId)
    if (!rubric) throw new Refusal('judging_not_ready')
    const fields = markFaultsInWords(rubric.criteria, marks)
    if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
    const set = {
      training,
      hand_in_id: work.hand_in_id,
      rubric_id: rubric.id,
      marks: JSON.stringify(marks),
      total: totalOf(rubric.criteria, marks),
      comment: reference.comment.trim(),
    }
    await tx
      .insertInto('judge_references')
      .values({ work_id: workId, ...set })
      .onConflict((conflict) => conflict.column('work_id').doUpdateSet(set))
      .execute()
    await audited(tx, actorId, place, 'judge_reference_set', [
      { field: 'reference', title: `Работа ${workId}: ${training ? 'учебная' : 'контрольная'}` },
    ])
  })
  return readCalibration(services, place, 'whole')
}

/** Turns a reference back into an ordinary work. Judges who have not begun it lose it. */
export async function dropReference(services: Services, actorId: number, place: Place, workId: number) {
  const { id: stageId } = await judgedStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    await refuseWhenClosed(tx, stageId)
    const { rows } = await sql`
      delete from judge_references e using works w
      where w.id = e.work_id and w.id = ${workId} and w.stage_id = ${stageId} returning e.work_id`.execute(tx)
    if (rows.length === 0) throw new Refusal('work_not_found')
    // Begun readings stay with their judges, and works that were given back stay given back.
    await tx
      .deleteFrom('readings')
      .where('work_id', '=', workId)
      .where('done_at', 'is', null)
      .where('draft', 'is', null)
      .where('abstained', 'is', null)
      .execute()
    await audited(tx, actorId, place, 'judge_reference_dropped', [{ field: 'reference', title: `Работа ${workId}` }])
  })
  return readCalibration(services, place, 'whole')
}

/** The agreed marks are the final mark of the work, so they cannot change once the judging has ended. */
async function refuseWhenClosed(tx: Tx, stageId: number): Promise<void> {
  if ((await lockJudging(tx, stageId, 'forShare')).state === 'closed') throw new Refusal('judging_closed')
}
