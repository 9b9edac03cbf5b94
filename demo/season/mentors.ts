import { sql } from 'kysely'
import { mentorProfiles } from '../mentors.ts'
import { analyze, pick, type Season } from './season.ts'
import { fillWorks } from './works.ts'

const choiceStages = ['mentor', 'final_mentor'] as const

/** Mentors, two choices of each person at both stages, and the meetings of those who have a mentor. */
export async function fillMentors(season: Season): Promise<void> {
  const { tx, stage } = season
  const profile = sql`jsonb_to_record(${pick(mentorProfiles, sql`m.k`)}) as p(position text, field text, region text, about text)`
  await sql`
    insert into mentor_profiles (account_id, position, field, region, about, capacity)
    select m.id, p.position, p.field, p.region, p.about, 50 from mentors m cross join lateral ${profile}`.execute(tx)
  const mentor = (place: number) =>
    sql`(select id from mentors where k = (c.n * 7 + ${sql.lit(place)}) % (select count(*) from mentors))`
  const reason = (place: number) =>
    sql`jsonb_build_object('mentor_id', ${mentor(place)}, 'reasons', jsonb_build_array(1 + c.n % 5),
      'comment', 'Хочу научиться вести большие проекты.')`
  for (const code of choiceStages) {
    const stageId = stage(code)
    await sql`insert into stage_mentors (stage_id, mentor_id) select ${stageId}, id from mentors`.execute(tx)
    await fillWorks(season, code, {
      data: sql`jsonb_build_object('choosed_mentors', jsonb_build_array(${reason(0)}, ${reason(1)}))`,
    })
    const accepted = sql`f.passed_at is not null and d.place = 1`
    await sql`
      insert into mentor_choices (account_id, stage_id, mentor_id, rank, reasons, comment, status, chosen_at, answered_at,
        answered_by)
      select h.account_id, h.stage_id, (d.value ->> 'mentor_id')::int, d.place,
        array(select jsonb_array_elements_text(d.value -> 'reasons')::smallint), d.value ->> 'comment',
        case when ${accepted} then 'accepted' else 'proposed' end, h.arrived_at,
        case when ${accepted} then f.passed_at end, case when ${accepted} then 'mentor' end
      from hand_ins h join stage_facts f using (account_id, stage_id)
      cross join jsonb_array_elements(h.data -> 'choosed_mentors') with ordinality as d(value, place)
      where h.stage_id = ${stageId}`.execute(tx)
  }
  await fillMeetings(season)
}

/** Three meetings with the mentor: two that were held, and one that is ahead. */
async function fillMeetings({ tx, now, stage }: Season): Promise<void> {
  const stageId = stage('mentor')
  const day = sql`${now}::timestamptz + make_interval(days => met.j * 4, hours => c.account_id % 9)`
  await sql`
    create temporary table met on commit drop as
    select nextval(pg_get_serial_sequence('meetings', 'id'))::int as id, c.account_id, c.mentor_id, met.j,
      date_trunc('hour', ${day}) as starts_at
    from mentor_choices c cross join (values (-2), (-1), (1)) as met(j)
    where c.stage_id = ${stageId} and c.status = 'accepted'`.execute(tx)
  await sql`
    insert into meetings (id, stage_id, mentor_id, format, starts_at, place, status, created_at)
    overriding system value
    select id, ${stageId}, mentor_id, 1 + id % 2, starts_at, 'https://example.org/room',
      case when j < 0 then 'past' else 'accepted' end, starts_at - interval '6 days' from met`.execute(tx)
  const held = sql`j < 0 and (j = -2 or account_id % 10 <> 0)`
  await sql`
    insert into meeting_parties (meeting_id, account_id, user_meeting_status, asked_at, answered_at, came, report,
      reported_at, held, rating, marked_at)
    select id, account_id, 'accepted', starts_at - interval '6 days', starts_at - interval '5 days',
      case when ${held} then true end, case when ${held} then 'Разобрали план на год.' else '' end,
      case when ${held} then starts_at + interval '1 day' end, case when ${held} then true end,
      case when ${held} then 4 + id % 2 end, case when ${held} then starts_at + interval '1 day' end
    from met`.execute(tx)
  for (const table of ['meetings', 'meeting_parties']) await analyze(tx, table)
  // As `write_meeting_facts` does for one person.
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, passed_at)
    select met.account_id, s.id, min(created_at),
      (array_agg(reported_at order by reported_at, met.id) filter (where came))[(s.settings ->> 'quota')::int]
    from met join meetings using (id) join meeting_parties p on p.meeting_id = met.id and p.account_id = met.account_id,
      stages s where s.id = ${stage('meetings')} group by met.account_id, s.id`.execute(tx)
}
