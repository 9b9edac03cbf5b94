import { sql } from 'kysely'
import { updateBracket } from '#server/kinds/playoff/bracket-store.ts'
import { publish, sha256 } from '#server/kinds/playoff/draw.ts'
import { seedsOf } from '#shared/kinds/playoff/draw.ts'
import { rules } from '../every-kind/playoff.ts'
import { analyze, rungOf, type Season } from './season.ts'

/** Bookings: those who have passed came, others hold a place, wait for one or did not come. */
export async function fillBookings({ tx, code, now, stage }: Season): Promise<void> {
  const stageId = stage('meeting')
  const rung = rungOf('meeting')
  const { id } = await tx
    .insertInto('offline_events')
    .values({ stage_id: stageId, competition_code: code, title: 'Очная встреча', address: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    create temporary table booking on commit drop as
    select c.id, case when c.passed > ${rung}::int then 'attended'
        else (array['held', 'confirmed', 'waiting', 'no_show'])[c.at] end as state,
      (row_number() over (partition by c.passed > ${rung}::int order by c.n) - 1) / 20 as number, c.passed > ${rung}::int as came
    from crowd c where c.passed > ${rung}::int or (c.passed = ${rung}::int and c.at > 0)`.execute(tx)
  await sql`
    create temporary table slot on commit drop as
    select nextval(pg_get_serial_sequence('offline_event_slots', 'id'))::int as id, came, number,
      count(*) filter (where state <> 'waiting')::int as taken
    from booking group by came, number order by came, number`.execute(tx)
  const start = sql`date_trunc('hour', ${now}::timestamptz)
    + make_interval(hours => case when came then -30 - number % 200 else 30 + number % 200 end::int)`
  await sql`
    insert into offline_event_slots (id, event_id, start_time, capacity, taken)
    overriding system value
    select id, ${id}, ${start}, greatest(20, taken), taken from slot`.execute(tx)
  await sql`
    insert into slot_bookings (event_id, slot_id, account_id, booked_at, state, queued_at, until, marked_at, reminded)
    select ${id}, s.id, b.id, ${now}::timestamptz - interval '12 days', b.state,
      case when b.state = 'waiting' then ${now}::timestamptz - interval '12 days' end,
      case when b.state = 'held' then ${now}::timestamptz + interval '30 days' end,
      case when b.state in ('attended', 'no_show') then ${now}::timestamptz - interval '1 day' end, 2
    from booking b join slot s using (came, number)`.execute(tx)
  await analyze(tx, 'slot_bookings')
  await sql`select write_booking_facts(${stageId}, null)`.execute(tx)
}

/** The bracket of the first sixteen people who have passed everything before. */
export async function fillBracket({ tx, now, by, stage }: Season): Promise<void> {
  const stageId = stage('debates')
  const seed = '5a81c07e94d2b36f'
  await tx.insertInto('playoffs').values({ stage_id: stageId, seed }).execute()
  const { rows: people } = await sql<{ id: number; number: number }>`
    select a.id, a.test_id as number from crowd c join accounts a on a.id = c.id
    order by c.passed desc, c.n limit 16`.execute(tx)
  const seeds = seedsOf(
    people.map(({ id, number }) => ({ number, account_id: id, team_id: null, name: '', rating: null })),
    ...(['draw', seed, sha256] as const),
  )
  await publish(tx, { stageId, actorId: by ?? people[0]?.id ?? 0, seeds, rules }, now)
  await updateBracket(tx, stageId, now)
  await sql`insert into stage_staff (stage_id, account_id, duty, added_at)
    select ${stageId}, id, 'judge', ${now}::timestamptz from experts where k < 3`.execute(tx)
  await sql`
    insert into playoff_judges (match_id, judge_id, chair, assigned_at)
    select m.id, e.id, e.k = 0, ${now}::timestamptz from playoff_matches m join experts e on e.k < 3
    where m.stage_id = ${stageId} and m.round = 1`.execute(tx)
}
