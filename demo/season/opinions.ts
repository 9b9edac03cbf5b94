import { sql } from 'kysely'
import { totalOf } from '#shared/stages/rubric.ts'
import { analyze, pick, type Season } from './season.ts'
import { criteria } from './stages.ts'

const comments = [
  'Хорошо видно, из чего вы выбирали. Добавьте цифры: что изменилось за первый месяц.',
  'Понятно, за что вы отвечали сами. Не хватает вывода: что вы сделали бы иначе.',
]
const marks = Array.from({ length: 12 }, (_none, at) => {
  const of = { c1: 1 + (at % 5), c2: 1 + ((at * 2) % 5), c3: at % 4 }
  return { marks: of, total: totalOf(criteria, of), comment: comments[at % comments.length] }
})

/** Participants assess essays of others: five tasks each, done by those who have passed. */
export async function fillPeers({ tx, now, stage }: Season): Promise<void> {
  const [assessment, essay] = [stage('assessment'), stage('essay')]
  const opened = sql`${now}::timestamptz - interval '20 days'`
  await sql`insert into peer_stages (stage_id, opened_at) values (${assessment}, ${opened})`.execute(tx)
  await sql`
    create temporary table pool on commit drop as
    select w.id, w.hand_in_id, (row_number() over (order by w.id) - 1)::int as k
    from works w join stage_facts f on f.account_id = w.account_id and f.stage_id = ${assessment}
    where w.stage_id = ${essay}`.execute(tx)
  await sql`create index on pool (k)`.execute(tx)
  await analyze(tx, 'pool')
  const rubric = sql`(select id from rubrics where stage_id = ${essay} and version = 1)`
  const given = pick(marks, sql`p.id + d.j`)
  await sql`
    insert into peer_references (stage_id, work_id, training, rubric_id, marks, total, comment)
    select ${assessment}, w.id, w.n < 3, ${rubric}, '{"c1": 3, "c2": 3, "c3": 2}', 65, 'Решение названо, и видно, из чего выбирали.'
    from (select id, row_number() over (order by id) as n from works
      where stage_id = ${essay} and id not in (select id from pool)) w where w.n <= 3`.execute(tx)
  await sql`
    insert into peer_raters (stage_id, account_id, author, done, finished_at)
    select f.stage_id, f.account_id, true, case when f.submitted_at is not null then 5 else 2 end, f.submitted_at
    from stage_facts f where f.stage_id = ${assessment}`.execute(tx)
  await sql`
    insert into peer_tasks (stage_id, work_id, rater_id, hand_in_id, kind, place, given_at, rubric_id, marks, comment, total,
      done_at, spent)
    select ${assessment}, p.id, r.account_id, p.hand_in_id, 'pool', d.j, f.started_at, ${rubric}, g.given -> 'marks',
      g.given ->> 'comment', (g.given ->> 'total')::float, f.started_at + make_interval(mins => d.j * 10), 200000 + d.j * 9000
    from (select *, (row_number() over (order by account_id) - 1)::int as k from peer_raters where stage_id = ${assessment}) r
    join stage_facts f on f.account_id = r.account_id and f.stage_id = ${assessment}
    cross join generate_series(1, 5) as d(j)
    join pool p on p.k = (r.k + d.j) % (select count(*)::int from pool)
    cross join lateral (select ${given} as given) g
    where d.j <= r.done`.execute(tx)
  await sql`
    insert into peer_pool (stage_id, work_id, hand_in_id, given, place, pooled_at)
    select ${assessment}, p.id, p.hand_in_id, (select count(*) from peer_tasks t where t.work_id = p.id), p.k / 1000000.0,
      ${opened} from pool p`.execute(tx)
}

/** Opinions about the season, with names. */
export async function fillOpinions({ tx, stage }: Season): Promise<void> {
  const stageId = stage('feedback')
  const from = sql`stage_facts f join crowd c on c.id = f.account_id
    where f.stage_id = ${stageId} and f.submitted_at is not null`
  const texts = ['Вопросов столько, сколько нужно.', '', 'Не сразу нашёл, где сохраняется черновик.', '']
  await sql`insert into feedback_given (account_id, stage_id, round) select c.id, ${stageId}, 'before' from ${from}`.execute(
    tx,
  )
  await sql`
    insert into feedback_named (account_id, stage_id, round, opinion, groups, given_at)
    select c.id, ${stageId}, 'before', jsonb_build_object('recommend', 6 + c.n % 5,
      'marks', jsonb_build_array(3 + c.n % 3, 5, 4), 'text', ${pick(texts, sql`c.n`)}),
      jsonb_build_object('region', c.region, 'track', c.track, 'device', ${pick(['phone', 'computer'], sql`c.n`)}), f.submitted_at
    from ${from}`.execute(tx)
}
