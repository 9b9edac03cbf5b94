import { type RawBuilder, sql } from 'kysely'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import { readList, readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Criterion, JudgeVerdict, Marks } from '#shared/stages/rubric.ts'
import { authorName, isStoppedReading } from './list-readings.ts'
import { isTraining, judgedStage, marked, type Place, stageWithJudges, stillJudges } from './store.ts'

/**
 * How far a reading is. `changed`: the marks are of an earlier hand-in. `stopped`: the work was reported as plagiarism.
 * `taken`: an organiser or a conflict took it from the judge.
 */
export type AssignedState = 'new' | 'begun' | 'done' | 'changed' | 'abstained' | 'stopped' | 'taken'

interface Asked extends Page {
  /** The number of a judge. */
  judge?: number
  state?: AssignedState
}

interface Row {
  id: number
  reading_id: number
  work_id: number
  author: string
  author_id: number | null
  judge_id: number
  last_name: string
  first_name: string
  middle_name: string
  removed: boolean
  state: AssignedState
  further: boolean
  appeal: boolean
  training: boolean
  undecided: boolean
  total: number | null
  verdict: JudgeVerdict | null
  criteria: Criterion[] | null
  marks: Marks | null
  comment: string
  note: string
  reason: string | null
  spent: number
  assigned_at: Date
  at: Date | null
}

const stateOf = sql<AssignedState>`case when r.taken is not null then 'taken' when r.abstained is not null then 'abstained'
  when ${marked} then 'done' when ${isStoppedReading} then 'stopped'
  when r.done_at is not null or (r.draft ->> 'hand_in')::int <> w.hand_in_id then 'changed'
  when r.draft is not null then 'begun' else 'new' end`

/** All readings of a stage, work by work, with the marks of each judge and why some do not read, for its organisers. */
export async function listAssigned(services: Services, place: Place, { judge, state, ...page }: Asked) {
  const { id: stageId } = await judgedStage(services, place)
  const { competition } = place
  const name = ['readings', stageId, judge, state]
  const from = sql`from readings r join works w on w.id = r.work_id where w.stage_id = ${stageId}
    ${judge === undefined ? sql`` : sql`and r.judge_id = (select id from accounts where test_id = ${judge})`}
    ${state === undefined ? sql`` : sql`and ${stateOf} = ${state}`}`
  const ids = sql`select r.id ${from} order by w.id, r.id`
  const rowsOf = (shown: RawBuilder<unknown>) => sql<Row>`
    select r.id, r.id as reading_id, r.work_id, ${authorName} as author, a.test_id as author_id, j.test_id as judge_id,
      j.last_name, j.first_name, j.middle_name, not ${stillJudges} as removed, ${stateOf} as state,
      ${isTraining} as training, w.waits_since is not null as undecided,
      r.extra and not r.for_appeal as further, r.for_appeal as appeal, r.total, b.criteria, r.spent, r.assigned_at,
      coalesce(r.verdict, case when r.taken is not null then r.draft ->> 'verdict' end) as verdict,
      coalesce(r.marks, case when r.taken is not null then r.draft -> 'marks' end) as marks,
      coalesce(case when r.taken is not null then r.draft ->> 'comment' end, r.comment) as comment,
      coalesce(case when r.taken is not null then r.draft ->> 'note' end, r.note) as note,
      r.abstained as reason, coalesce(r.abstained_at, r.done_at, r.saved_at) as at
    from readings r
    join works w on w.id = r.work_id
    join accounts j on j.id = r.judge_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    left join lateral (
      select b.criteria from rubrics b
      where case when r.rubric_id is null then b.stage_id = ${stageId} else b.id = r.rubric_id end
      order by b.version desc limit 1) b on true
    where r.id = any(${shown})
    order by r.work_id, r.id`
  const { rows, count, as_of } =
    state === undefined
      ? await readList(
          services,
          { competition, name, from },
          rowsOf(sql`array(${ids} limit ${page.limit} offset ${page.offset})`),
        )
      : await readOrdered(services, { competition, name, ids }, page, (shown) => rowsOf(sql`${shown}::int[]`))
  return {
    as_of,
    count,
    readings: rows.map(({ id: _id, criteria, marks, at, assigned_at, last_name, first_name, middle_name, ...row }) => ({
      ...row,
      judge: formalName({ last_name, first_name, middle_name }),
      marks: (criteria ?? []).flatMap(({ code, title, max }) => {
        const mark = marks?.[code]
        return mark === undefined ? [] : [{ title, mark, max }]
      }),
      reason: row.reason ?? '',
      assigned_at: formatWire(assigned_at),
      at: at && formatWire(at),
    })),
  }
}

/** The conflicts of the judges of a stage, declared by judges or pinned by organisers, the newest first. */
export async function listConflicts(services: Services, place: Place, { limit, offset }: Page) {
  const { id: stageId } = await stageWithJudges(services, place)
  const { rows, count } = await readFound(
    services.db,
    { limit, offset },
    (page) => sql<{
      judge: string
      judge_id: number
      participant: string
      participant_id: number
      reason: string
      own: boolean
      declared_at: Date
      found: number
    }>`
    select concat_ws(' ', j.last_name, j.first_name, j.middle_name) as judge, j.test_id as judge_id,
      concat_ws(' ', a.last_name, a.first_name, a.middle_name) as participant, a.test_id as participant_id,
      c.reason, c.declared_at, coalesce(c.declared_by = c.judge_id, false) as own, (count(*) over ())::int as found
    from judge_conflicts c
    join accounts j on j.id = c.judge_id
    join accounts a on a.id = c.account_id
    where c.stage_id = ${stageId}
    order by c.declared_at desc, c.judge_id, c.account_id limit ${page.limit} offset ${page.offset}`,
  )
  return {
    count,
    conflicts: rows.map(({ found: _found, declared_at, ...row }) => ({ ...row, declared_at: formatWire(declared_at) })),
  }
}
