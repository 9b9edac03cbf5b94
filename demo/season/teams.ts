import { sql } from 'kysely'
import { solutionTexts } from '../every-kind/teams-solution.ts'
import { analyze, pick, receipt, type Season } from './season.ts'
import { seenByJobs } from './works.ts'

/** What the admitted teams write together and hand in. */
export async function fillSolutions({ tx, now, stage }: Season): Promise<void> {
  const stageId = stage('solution')
  const { text_result: _later, ...begun } = solutionTexts
  const whole = { ...solutionTexts, link: 'https://example.ru/demo' }
  // The facts of the captain are those of the whole team.
  await sql`
    create temporary table working on commit drop as
    select m.team_id, m.account_id as captain, f.started_at, f.submitted_at, f.returned_at,
      coalesce(f.submitted_at, f.returned_at - interval '12 hours') as sent_at,
      (array['youth', 'yards'])[1 + m.team_id % 2] as task
    from formed_team_members m join stage_facts f on f.account_id = m.account_id and f.stage_id = ${stageId}
    where m.stage_id = ${stage('teams')} and m.role = 'captain'`.execute(tx)
  await sql`insert into team_solutions (stage_id, team_id, task) select ${stageId}, team_id, task from working`.execute(
    tx,
  )
  const data = sql`case when sent_at is null then ${JSON.stringify(begun)}::jsonb else ${JSON.stringify(whole)}::jsonb end`
  await sql`
    insert into stage_drafts (team_id, stage_id, revision, data, saved_at, saved_by)
    select team_id, ${stageId}, 4, ${data}, started_at, captain from working`.execute(tx)
  const sections = Object.entries(whole).map(([field, text]) => ({ section: field.replace('text_', ''), text }))
  const written = sql`working w join jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) as p(section text, text text)
    on w.sent_at is not null or p.section in ('problem', 'solution')`
  await sql`
    insert into solution_sections (stage_id, team_id, section, revision, saved_at, saved_by)
    select ${stageId}, w.team_id, p.section, 1, w.started_at, w.captain from ${written}`.execute(tx)
  await sql`
    insert into solution_versions (stage_id, team_id, section, account_id, begun_at, saved_at, before, after)
    select ${stageId}, w.team_id, p.section, w.captain, w.started_at, w.started_at, '', p.text from ${written}`.execute(
    tx,
  )
  await sql`
    insert into solution_comments (stage_id, team_id, account_id, text, at)
    select ${stageId}, team_id, captain, 'Кто возьмёт «Ожидаемый результат»? Цифры у меня есть.', started_at from working`.execute(
    tx,
  )
  await sql`
    insert into solution_agreements (stage_id, team_id, account_id, revision, at)
    select ${stageId}, w.team_id, m.account_id, 4, w.sent_at from working w
    join formed_team_members m using (team_id) where w.sent_at is not null`.execute(tx)
  await sql`
    insert into hand_ins (team_id, stage_id, revision, arrived_at, form_version, receipt_number, data, sent_by)
    select team_id, ${stageId}, 1, sent_at, 1, ${receipt}, ${data} || jsonb_build_object('files', '[]'::jsonb, 'task', task),
      captain from working where sent_at is not null`.execute(tx)
  await sql`
    insert into works (stage_id, team_id, hand_in_id, waits_since)
    select h.stage_id, h.team_id, h.id, case when f.passed_at is null and f.failed_at is null and f.returned_at is null
      then h.arrived_at end
    from hand_ins h join working w using (team_id) join stage_facts f on f.account_id = w.captain and f.stage_id = h.stage_id
    where h.stage_id = ${stageId}`.execute(tx)
  await seenByJobs({ tx, now }, stageId)
}

const words = [
  'Спасибо, что взял на себя цифры: без них нас бы не услышали.',
  'Хотелось бы узнавать о задержках раньше, а не в последний вечер.',
  'Ты умеешь успокоить спор. Говори чаще.',
]

/** The marks that teammates give each other, counted. The names of the sheets belong to nobody, as nobody logs in. */
export async function fillMarks({ tx, now, by, stage }: Season): Promise<void> {
  const stageId = stage('marks')
  await sql`
    create temporary table marking on commit drop as
    select c.id, c.team, f.submitted_at is not null as done from stage_facts f join crowd c on c.id = f.account_id
    where f.stage_id = ${stageId} and c.team is not null`.execute(tx)
  await sql`create index on marking (team)`.execute(tx)
  await analyze(tx, 'marking')
  const mark = (at: number) => sql`3 + (rater.id * 2 + target.id + ${sql.lit(at)}) % 3`
  await sql`
    insert into team_marks (stage_id, account_id, sheets)
    select ${stageId}, target.id, jsonb_object_agg(left(md5(target.id || ' ' || rater.id), 22), jsonb_build_object(
      'marks', jsonb_build_object('b1', ${mark(1)}, 'b2', ${mark(2)}, 'b3', ${mark(3)}, 'b4', ${mark(4)}),
      'words', ${pick(words, sql`rater.id`)}, 'done', true))
    from marking target join marking rater on rater.team = target.team and rater.id <> target.id and rater.done
    group by target.id`.execute(tx)
  await sql`insert into team_mark_raters (stage_id, account_id, revision) select ${stageId}, id, 1 from marking`.execute(
    tx,
  )
  await sql`
    insert into team_mark_reports (stage_id, account_id, team_id, raters, report, team_mean, words)
    select ${stageId}, m.account_id, c.team, count(*), case when count(*) >= 3 then
      '{"mean": 4.06, "means": [4.25, 3.75, 4, 4.25]}'::jsonb end, 4.05, array_agg(s.value ->> 'words')
    from team_marks m join crowd c on c.id = m.account_id cross join jsonb_each(m.sheets) as s
    where m.stage_id = ${stageId} group by m.account_id, c.team`.execute(tx)
  await sql`insert into team_evaluations (stage_id, counted_at, counted_by)
    values (${stageId}, ${now}::timestamptz - interval '1 day', ${by}::int)`.execute(tx)
  await sql`
    insert into team_observers (stage_id, team_id, observer_id, assigned_at)
    select ${stageId}, t.team, e.id, ${now}::timestamptz
    from (select team, row_number() over (order by team) - 1 as n from marking group by team) t
    join experts e on e.k = t.n / 50 % (select count(*) from experts) where t.n % 50 = 0`.execute(tx)
  await sql`insert into stage_staff (stage_id, account_id, duty, added_at, added_by)
    select distinct ${stageId}::int, observer_id, 'judge', ${now}::timestamptz, ${by}::int from team_observers
    where stage_id = ${stageId}`.execute(tx)
}
