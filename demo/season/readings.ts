import { sql } from 'kysely'
import { totalOf } from '#shared/stages/rubric.ts'
import { analyze, pick, type Season } from './season.ts'
import { criteria, readStages } from './stages.ts'

const comments = [
  'Хорошо видно, из чего вы выбирали. Добавьте цифры: что изменилось за первый месяц.',
  'Решение названо, но не видно, что предлагали другие.',
  'Понятно, за что вы отвечали сами. Не хватает вывода.',
]
/** Marks that experts give. */
const given = Array.from({ length: 24 }, (_none, at) => {
  const marks = { c1: 1 + (at % 5), c2: 1 + ((at * 2) % 5), c3: at % 4 }
  return { marks, total: totalOf(criteria, marks), comment: comments[at % comments.length] }
})

/** Experts, and two readings of each work that they read: done, unless the work waits; some of those are done too. */
export async function fillReadings({ tx, now, by, stage }: Season): Promise<void> {
  for (const code of readStages) {
    const stageId = stage(code)
    await sql`insert into stage_staff (stage_id, account_id, duty, added_at, added_by, region)
      select ${stageId}, id, 'judge', ${now}::timestamptz - interval '20 days', ${by}::int, '7700000000000' from experts`.execute(
      tx,
    )
    await sql`
      insert into readings (work_id, judge_id, assigned_at, assigned_by, hand_in_id, rubric_id, marks, total, comment,
        done_at, spent)
      select w.id, e.id, h.arrived_at + interval '1 hour', ${by}::int, case when done then h.id end, case when done then r.id end,
        case when done then g.marks -> 'marks' end, case when done then (g.marks ->> 'total')::float end,
        case when done then g.marks ->> 'comment' else '' end,
        case when done then h.arrived_at + make_interval(hours => 2 + d.j * 3) end,
        case when done then 240000 + w.id % 60 * 1000 else 0 end
      from (
        select *, row_number() over (order by id) as k from works where stage_id = ${stageId} and step <> 'check'
      ) w join hand_ins h on h.id = w.hand_in_id
      join rubrics r on r.stage_id = w.stage_id and r.version = 1
      cross join generate_series(0, 1) as d(j)
      join experts e on e.k = (w.k + d.j) % (select count(*) from experts)
      cross join lateral (select ${pick(given, sql`w.id * 5 + d.j`)} as marks, w.waits_since is null or w.id % 3 = d.j as done) g`.execute(
      tx,
    )
  }
  await analyze(tx, 'readings')
}

/** The checkers of the stages that people check: every tenth expert. */
export async function fillCheckers({ tx, code, now, by }: Season): Promise<void> {
  await sql`
    insert into stage_staff (stage_id, account_id, duty, added_at, added_by, topics)
    select s.id, e.id, 'check', ${now}::timestamptz - interval '20 days', ${by}::int, case when s.code = 'proposal' then
      '{clinics,schools,roads}'::text[] end
    from stages s join experts e on e.k % 10 = 0
    where s.competition_code = ${code} and s.code in ('registration', 'form', 'portfolio_role', 'portfolio_project',
      'proposal', 'teams', 'track', 'meeting', 'lesson_plan', 'lesson_report')`.execute(tx)
}
