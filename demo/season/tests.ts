import { sql } from 'kysely'
import { rightAnswer } from '../every-kind/test.ts'
import { fillTestBank } from '../fill-test-bank.ts'
import { daysFrom } from '../moment.ts'
import { demoQuestions, demoTestSettings } from '../test-questions.ts'
import { analyze, type Season } from './season.ts'
import { fillWorks } from './works.ts'

/** Longer than the portal runs, so that it does not end the tests that are under way. */
const extraMinutes = 100_000

/** Papers, attempts with their answers, all of them right, and the scores. */
export async function fillTests(season: Season): Promise<void> {
  const { tx, code, now, stage } = season
  const stageId = stage('test')
  const versions = await fillTestBank(tx, code, daysFrom(now, -40))
  const questions = versions.map((version) => ({ version, points: 1 }))
  const half = questions.length / 2
  const sections = demoTestSettings.sections.map(({ title }, at) => ({
    title,
    questions: questions.slice(at * half, (at + 1) * half),
  }))
  const answers = demoQuestions.map(({ body, key }) => rightAnswer(body, key))
  const facts = sql`stage_facts f join crowd c on c.id = f.account_id where f.stage_id = ${stageId}`
  await sql`
    insert into test_papers (stage_id, account_id, seed, sections, made_at, given_at)
    select ${stageId}, c.id, c.id, ${JSON.stringify(sections)}::jsonb, f.started_at, f.started_at from ${facts}`.execute(
    tx,
  )
  await sql`
    insert into attempts (account_id, stage_id, number, begun_at, limit_minutes, extra_minutes, device, heard_at,
      finished_at, finished_by, due_at)
    select c.id, ${stageId}, 1, f.started_at, 40, case when ended.at is null then ${extraMinutes}::int else 0 end, 'seed',
      coalesce(ended.at, f.started_at), ended.at, case when ended.at is not null then 'person' end,
      case when ended.at is null then f.started_at + make_interval(mins => 40 + ${extraMinutes}::int) end
    from stage_facts f join crowd c on c.id = f.account_id
    cross join lateral (select case when f.submitted_at is not null or f.returned_at is not null
      then f.started_at + make_interval(mins => 15 + c.score % 24) end as at) ended
    where f.stage_id = ${stageId}`.execute(tx)
  await analyze(tx, 'attempts')
  const given = sql`4 + c.score % 9`
  await sql`
    insert into test_answers (attempt_id, seq, version_id, answer, sent_at, received_at, in_time)
    select t.id, q.seq, q.version, q.answer, t.begun_at + make_interval(secs => q.seq * 20),
      t.begun_at + make_interval(secs => q.seq * 20), true
    from attempts t join crowd c on c.id = t.account_id
    join (
      select seq::int, version, ${JSON.stringify(answers)}::jsonb -> (seq::int - 1) as answer
      from unnest(${versions}::int[]) with ordinality as v(version, seq)
    ) q on q.seq <= ${given}
    where t.stage_id = ${stageId}`.execute(tx)
  await sql`
    insert into test_scores (attempt_id, score, earned, points, rulings)
    select t.id, round((${given}) / 0.12, 2), ${given}, 12, 0
    from attempts t join crowd c on c.id = t.account_id where t.stage_id = ${stageId} and t.finished_at is not null`.execute(
    tx,
  )
  const answered = answers.map((_each, last) =>
    Object.fromEntries(versions.slice(0, last + 1).map((version, at) => [version, answers[at]])),
  )
  await fillWorks(season, 'test', {
    formVersion: 0,
    draft: false,
    data: sql`jsonb_build_object('attempt', 1, 'finished_by', 'person',
      'answers', ${JSON.stringify(answered)}::jsonb -> (3 + c.score % 9))`,
  })
  await sql`insert into test_publications (stage_id, passing, published_at)
    values (${stageId}, 60, ${now}::timestamptz - interval '3 days')`.execute(tx)
}
