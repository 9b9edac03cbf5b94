import { sql } from 'kysely'
import { analyze, opened, rungOf, type Season, share } from './season.ts'

/** Rungs whose facts follow from teams, bookings and meetings. */
const followed = ['teams', 'meeting', 'meetings'] as const
const scored = ['test', 'essay', 'interview', 'assessment', 'solution', 'marks', 'proposal'] as const

/**
 * Teams of five of the people who come to the stage of teams, and the one state of each team there and at its solution:
 * `crowd.team`, and the table `seats`. People of one team pass or fail its solution together.
 */
export async function gather({ tx, code, now, stage }: Season): Promise<void> {
  const [forming, solution] = [rungOf('teams'), rungOf('solution')]
  await sql`
    create temporary table seats on commit drop as
    select id, passed = ${forming}::int as early, case when passed = ${forming}::int then at else 0 end as at,
      (row_number() over w - 1) / 5 as number, (row_number() over w - 1) % 5 as seat
    from crowd where passed > ${forming}::int or (passed = ${forming}::int and at > 0)
    window w as (partition by passed = ${forming}::int, case when passed = ${forming}::int then at end order by n)`.execute(
    tx,
  )
  await sql`
    create temporary table gathered on commit drop as
    select nextval(pg_get_serial_sequence('formed_teams', 'id'))::int as id, early, at, number,
      row_number() over (order by early, at, number)::int as n, count(*)::int as taken
    from seats group by early, at, number order by early, at, number`.execute(tx)
  await sql`update crowd c set team = t.id from seats s join gathered t using (early, at, number) where s.id = c.id`.execute(
    tx,
  )
  // Of nine teams in ten all members pass the solution; those of the others are where their team is.
  await sql`
    update crowd c set
      passed = case when ${share(9, sql`t.n`)} < 0.9 then greatest(c.passed, ${solution + 1}::int) else ${solution}::int end,
      at = case when ${share(9, sql`t.n`)} < 0.9 then case when c.passed > ${solution}::int then c.at else floor(c.score / 25)::int end
        else floor(${share(10, sql`t.n`)} * 5)::int end
    from (select id as team_id, n from gathered where not early) t where c.team = t.team_id`.execute(tx)
  await analyze(tx, 'crowd')
  const teamStage = stage('teams')
  await sql`
    insert into formed_teams (id, stage_id, competition_code, name, name_key, about, created_at, verdict, verdict_at,
      verdict_reason, returned_until, taken)
    overriding system value
    select t.id, ${teamStage}, ${code}, 'Команда ' || n, 'команда ' || n, 'Собрались за два дня.', r.opens_at + interval '1 day',
      case when not early then 'admitted' when at = 2 then 'under_check' when at = 4 then 'rejected' end,
      case when not early or at in (2, 4) then r.opens_at + interval '5 days' end,
      case when at = 4 then 'Письмо руководителя не подписано.' when at = 3 then 'Назовите другого докладчика.' else '' end,
      case when at = 3 then ${now}::timestamptz + interval '5 days' end, taken
    from gathered t, rungs r where r.code = 'teams'`.execute(tx)
  await sql`
    insert into formed_team_members (team_id, stage_id, account_id, role, state, since, duty, competition_code)
    select t.id, ${teamStage}, s.id, case when s.seat = 0 then 'captain' else 'member' end, 'active',
      r.opens_at + interval '1 day' + make_interval(mins => s.seat::int * 40),
      case s.seat when 0 then 'Аналитик' when 1 then 'Докладчик' else '' end, ${code}
    from seats s join gathered t using (early, at, number), rungs r where r.code = 'teams'`.execute(tx)
  await sql`
    insert into locked_teams (team_id, locked_at, complete_at, look_at)
    select t.id, t.verdict_at, t.verdict_at, 'infinity' from formed_teams t
    where t.stage_id = ${teamStage} and t.verdict is not null`.execute(tx)
  await sql`
    insert into team_seekers (stage_id, account_id, since)
    select ${teamStage}, id, ${now}::timestamptz - interval '2 days' from crowd
    where passed = ${forming}::int and at = 0`.execute(tx)
  await sql`
    insert into team_member_profiles (account_id, skills, about, contact, saved_at)
    select id, 'Сметы, переговоры', 'Отвечаю за склад на сорок человек.', '', ${now}::timestamptz
    from crowd where team is not null or (passed = ${forming}::int and at = 0)`.execute(tx)
  for (const table of ['formed_teams', 'formed_team_members', 'locked_teams']) await analyze(tx, table)
}

/** What is known of everybody at every stage that they have reached, and their scores. */
export async function fillFacts({ tx, stage }: Season): Promise<void> {
  const passed = sql`r.rung < c.passed`
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, returned_at, passed_at, failed_at, reasons)
    select c.id, r.stage_id, ${opened},
      case when ${passed} or c.at in (2, 4) then ${opened} + make_interval(mins => 20 + c.score * 3) end,
      case when not ${passed} and c.at = 3 then ${opened} + interval '1 day' end,
      case when ${passed} then ${opened} + interval '1 day' end,
      case when not ${passed} and c.at = 4 then ${opened} + interval '1 day' end,
      case when not ${passed} and c.at = 4 then '{Баллов не хватило}'::text[] else '{}' end
    from rungs r join crowd c on r.rung < c.passed or (r.rung = c.passed and c.at > 0)
    where r.code <> all (${[...followed]})`.execute(tx)
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
    select m.account_id, w.stage_id, m.since, w.handed_in_at, w.admitted_at, w.refused_at
    from team_standings w join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
    where w.stage_id = ${stage('teams')}`.execute(tx)
  await analyze(tx, 'stage_facts')
  await sql`
    insert into stage_results (account_id, stage_id, score, computed_at)
    select c.id, r.stage_id, case when r.code = 'test' then round((4 + c.score % 9) / 0.12, 2)
      else (coalesce(c.team, c.score) * 7 + c.score * 3 + r.rung * 13) % 101 end, coalesce(f.passed_at, f.failed_at)
    from stage_facts f join rungs r on r.stage_id = f.stage_id join crowd c on c.id = f.account_id
    where r.code = any (${[...scored]}) and (f.passed_at is not null or f.failed_at is not null)`.execute(tx)
  const decided = sql`coalesce(f.passed_at, f.failed_at, f.returned_at)`
  await sql`
    insert into stage_decisions (account_id, stage_id, outcome, reason, decided_at, published_at)
    select f.account_id, f.stage_id,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed' else 'returned' end,
      case when f.passed_at is not null then '' when f.failed_at is not null then 'Баллов не хватило'
        else 'Напишите подробнее о решении, которое приняли вы сами' end, ${decided}, ${decided}
    from stage_facts f join rungs r on r.stage_id = f.stage_id
    where r.rung > 1 and r.code <> all (${[...followed, 'feedback']}) and ${decided} is not null`.execute(tx)
}
