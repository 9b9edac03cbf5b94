import { sql } from 'kysely'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { newRule } from '#shared/review/cutoffs/rule.ts'
import { analyze, type Season } from './season.ts'

/** What the organisers have done with many: a tag, a broadcast, a cut-off with its protocol, and what waits for them. */
export async function fillOffice(season: Season): Promise<void> {
  await fillActs(season)
  await fillProtocol(season)
  const { tx, code, now, stage, by } = season
  await sql`
    insert into appeals (work_id, hand_in_id, decision_id, account_id, text, filed_at)
    select work_id, hand_in_id, id, account_id, 'Прошу посмотреть ещё раз.', ${now}::timestamptz - interval '3 hours'
    from (
      select d.*, w.id as work_id, w.hand_in_id, row_number() over (order by w.id) as k
      from stage_decisions d join works w on w.account_id = d.account_id and w.stage_id = d.stage_id
      where d.stage_id = ${stage('form')} and d.outcome = 'failed'
    ) refused where k % 5 = 1`.execute(tx)
  await sql`
    insert into similar_works (first_id, second_id, percent, found_at)
    select id, later, 60 + id % 40, ${now}::timestamptz from (
      select id, lead(id) over (order by id) as later, row_number() over (order by id) as n from works
      where stage_id = ${stage('proposal')}) w
    where n % 20 = 1 and later is not null`.execute(tx)
  await sql`
    insert into team_replacements (team_id, stage_id, asked_by, leaving_id, coming_id, reason, asked_at)
    select m.team_id, m.stage_id, m.account_id, null, s.account_id, 'Уехал в командировку', ${now}::timestamptz - interval '1 day'
    from (select *, row_number() over (order by team_id) as n from formed_team_members
      where stage_id = ${stage('teams')} and role = 'captain') m
    join (select *, row_number() over (order by account_id) as n from team_seekers where stage_id = ${stage('teams')}) s
      on s.n * 20 - 19 = m.n`.execute(tx)
  await sql`
    insert into entry_codes (stage_id, salt, code_hash, uses, uses_left, expires_at, reason, given_by, given_at)
    select ${stage('registration')}, sha256(('salt ' || n)::bytea), sha256((${code} || n)::bytea), 5, 5,
      ${now}::timestamptz + interval '14 days', 'Сайт не открывался в последний час приёма', ${by}::int, ${now}::timestamptz
    from generate_series(1, 50) as n`.execute(tx)
}

async function fillActs({ tx, code, now, by }: Season): Promise<void> {
  await sql`insert into saved_audiences (competition_code, title, audience, saved_by, saved_at)
    values (${code}, 'Финалисты', '{"group": "finalists"}', ${by}::int, ${now}::timestamptz)`.execute(tx)
  const people = sql`(select count(*) from participations where competition_code = ${code} and door = 'participant')`
  await sql`
    with act as (
      insert into bulk_acts (competition_code, asked_by, asked_at, about, act, reason, state, people, done, skipped, done_at)
      values (${code}, ${by}::int, ${now}::timestamptz - interval '2 days', 'Участники', '{"kind": "tag", "tag": "резерв"}',
        'Так решил оргкомитет', 'done', ${people}, ${people} - ${people} / 10, ${people} / 10, ${now}::timestamptz - interval '2 days')
      returning id
    )
    insert into bulk_act_people (bulk_act_id, account_id, outcome)
    select act.id, account_id, case when account_id % 10 = 0 then 'tagged' else 'done' end from act, participations
    where competition_code = ${code} and door = 'participant'`.execute(tx)
  await sql`
    with sent as (
      insert into broadcasts (competition_code, asked_by, asked_at, audience, about, title, text, by_letter, starts_at, state,
        people, sent, letters, done_at)
      values (${code}, ${by}::int, ${now}::timestamptz - interval '3 days', '{"group": "participants"}', 'Участники',
        'Осталась неделя', '{имя}, вы начали и не сдали.', true, ${now}::timestamptz - interval '3 days', 'sent', ${people},
        ${people}, ${people}, ${now}::timestamptz - interval '2 days')
      returning id
    )
    insert into broadcast_recipients (broadcast_id, account_id, at, on_portal, by_letter)
    select sent.id, account_id, ${now}::timestamptz - interval '2 days', true, account_id % 3 <> 0 from sent, participations
    where competition_code = ${code} and door = 'participant'`.execute(tx)
}

/** A cut-off of the essay that lets half of the people pass, and its protocol, which was withdrawn. */
async function fillProtocol({ tx, code, people, now, stage, by }: Season): Promise<void> {
  const essay = stage('essay')
  const rule = JSON.stringify({ ...newRule('essay'), places: Math.max(1, Math.round(people * 0.29)) })
  const letters = JSON.stringify(usualLetters)
  await sql`insert into cutoffs (stage_id, title, rule, letters, saved_by, saved_at)
    select ${essay}, title, ${rule}::jsonb, ${letters}::jsonb, ${by}::int, ${now}::timestamptz
    from unnest(array['Половина', 'Запасной']) as title`.execute(tx)
  await sql`
    create temporary table compared on commit drop as
    select f.account_id, r.score, row_number() over (order by r.score desc nulls last, f.account_id) as place,
      count(*) over () as people, p.track_code as track, p.region
    from stage_facts f join participations p on p.account_id = f.account_id and p.competition_code = ${code}
    left join stage_results r on r.account_id = f.account_id and r.stage_id = f.stage_id
    where f.stage_id = ${essay}`.execute(tx)
  await sql`
    with made as (
      insert into protocols (competition_code, number, stage_id, title, rule, letters, reason, hash, summary, frozen_by,
        frozen_at, withdrawn_by, withdrawn_at, withdrawn_why)
      select ${code}, 1, ${essay}, 'Половина', ${rule}::jsonb, ${letters}::jsonb, '', encode(sha256('season'), 'hex'),
        jsonb_build_object('line', 50, 'quotas', '[]'::jsonb, 'groups', '{"tracks": [], "districts": []}'::jsonb, 'counts',
          jsonb_build_object('none', count(*) filter (where score is null), 'people', count(*), 'waiting', 0,
            'passed', count(*) filter (where score is not null and place <= people / 2), 'by_quota', 0, 'by_second', 0,
            'failed', count(*) filter (where score is not null and place > people / 2))),
        ${by}::int, ${now}::timestamptz - interval '8 hours', ${by}::int, ${now}::timestamptz - interval '6 hours',
        'Ждём ещё две оценки'
      from compared returning id
    )
    insert into protocol_rows (protocol_id, account_id, outcome, why, place, score, parts, track, region)
    select made.id, account_id,
      case when score is null then 'none' when place <= people / 2 then 'passed' else 'failed' end,
      case when score is not null and place <= people / 2 then 'line' end, case when score is not null then place end, score,
      case when score is null then '{}'::jsonb else jsonb_build_object('essay', score) end, track, region
    from compared, made`.execute(tx)
  await analyze(tx, 'protocol_rows')
}
