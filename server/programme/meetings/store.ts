import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { maxAgendaRows, maxCardMeetings } from '#shared/programme/meetings/limits.ts'
import { endOf, overlap, statusAt } from '#shared/programme/meetings/status-at.ts'

/** A meeting with one person's answer. */
const meetingRows = (db: Db | Tx) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
    .select(['m.id', 'm.stage_id', 'm.mentor_id', 'm.format', 'm.starts_at', 'm.minutes', 'm.place', 'm.status'])
    .select(['m.revision', 'm.cancelled_because', 'p.account_id', 'p.user_meeting_status', 'p.reasons', 'p.comment'])
    .select(['p.proposed', 'p.lapsed_at', 'p.shared_note', 'p.note', 'p.note_shared'])
    .select(sql<Date | null>`p.proposed[1]`.as('proposed_at'))

type Timed = Parameters<typeof statusAt>[0]
const asOf = <Row extends Timed>(row: Row, at: Date): Row => ({ ...row, status: statusAt(row, at) })

/** The region of the invited person in the competition of the meeting, for the person's time zone. */
const regionOfPerson = sql<string | null>`(select t.region from participations t join stages s
  on s.competition_code = t.competition_code where s.id = m.stage_id and t.account_id = p.account_id)`.as('region')

const withMentor = (db: Db) =>
  meetingRows(db)
    .innerJoin('accounts as a', 'a.id', 'm.mentor_id')
    .leftJoin('mentor_profiles as f', 'f.account_id', 'm.mentor_id')
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'a.avatar', 'f.position', 'f.region as mentor_region'])
    .select(['p.held', 'p.rating', regionOfPerson])
    .select(
      sql<number>`(select count(*)::int from meeting_parties o
        where o.meeting_id = m.id and o.account_id <> p.account_id)`.as('others'),
    )

/** One meeting of the person, or null. */
export async function oneMeeting(db: Db, of: { accountId: number; id: number }, at: Date) {
  const row = await withMentor(db).where('p.account_id', '=', of.accountId).where('m.id', '=', of.id).executeTakeFirst()
  return row ? asOf(row, at) : null
}

/** One page of the person's meetings at these stages, the latest first, with the mentors' names. */
export async function meetingsOf(db: Db, of: { accountId: number; stageIds: readonly number[] } & Page, at: Date) {
  const own = withMentor(db)
    .where('p.account_id', '=', of.accountId)
    .where('m.stage_id', 'in', [0, ...of.stageIds])
    .orderBy('m.starts_at', 'desc')
    .orderBy('m.id', 'desc')
  const { rows, count } = await readPage(own, of)
  return { rows: rows.map((row) => asOf(row, at)), count }
}

/** The mentor's latest meetings with each of these people at each stage, with the number of all. */
export async function meetingsWith(db: Db, of: { mentorId: number; people: readonly number[] }, at: Date) {
  const rows = await db
    .selectFrom(
      meetingRows(db)
        .select(['p.came', 'p.report'])
        .select(
          sql<string>`row_number() over (partition by p.account_id, m.stage_id
            order by m.starts_at desc, m.id desc)`.as('place_in_list'),
        )
        .select(sql<string>`count(*) over (partition by p.account_id, m.stage_id)`.as('all'))
        .where('m.mentor_id', '=', of.mentorId)
        .where('p.account_id', 'in', [0, ...of.people])
        .as('listed'),
    )
    .selectAll()
    .where('place_in_list', '<=', String(maxCardMeetings))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => asOf(row, at))
}

/** A mentor's meetings with the names of the people, soonest first: one row for each person invited. */
const ofMentor = (db: Db | Tx, mentorId: number) =>
  meetingRows(db)
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .leftJoin('mentor_profiles as f', 'f.account_id', 'm.mentor_id')
    .select(['a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 'p.came', 'p.report', 'p.reported_at'])
    .select(['f.region as mentor_region', regionOfPerson])
    .where('m.mentor_id', '=', mentorId)
    .where('a.disabled_at', 'is', null)
    .orderBy('m.starts_at')
    .orderBy('m.id')
    .orderBy('a.id')

/** Meetings that may wait for the mentor, and those within these days; cancelled ones are left out. */
export async function mentorMeetings(db: Db, of: { mentorId: number; from: Date; to: Date }, at: Date) {
  const rows = await ofMentor(db, of.mentorId)
    .where('m.status', '!=', 'cancelled')
    .where((eb) =>
      eb.or([
        eb('p.user_meeting_status', '=', 'changed'),
        eb.and([
          eb('p.user_meeting_status', '=', 'accepted'),
          eb('p.reported_at', 'is', null),
          eb('m.starts_at', '<', at),
        ]),
        eb.and([eb('m.starts_at', '>=', of.from), eb('m.starts_at', '<', of.to)]),
      ]),
    )
    // Meetings of the week come before old ones that still wait.
    .clearOrderBy()
    .orderBy((eb) => eb.and([eb('m.starts_at', '>=', of.from), eb('m.starts_at', '<', of.to)]), 'desc')
    .orderBy('m.starts_at', 'desc')
    .orderBy('m.id', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxAgendaRows + 1)
    .execute()
  const shown = rows.slice(0, maxAgendaRows).map((row) => asOf(row, at))
  shown.sort(
    (one, other) =>
      one.starts_at.getTime() - other.starts_at.getTime() || one.id - other.id || one.account_id - other.account_id,
  )
  return { rows: shown, cut: rows.length > maxAgendaRows }
}

/** One person's row of a mentor's meeting, or null. */
export async function mentorMeeting(db: Db | Tx, of: { id: number; mentorId: number; userId: number }, at: Date) {
  const row = await ofMentor(db, of.mentorId)
    .where('m.id', '=', of.id)
    .where('a.test_id', '=', of.userId)
    .executeTakeFirst()
  return row ? asOf(row, at) : null
}

/** Meetings that may collide with one at this time: those of these mentors, and those to which these people agreed. */
export async function meetingsAround(
  db: Db | Tx,
  of: { mentors: readonly number[]; people?: readonly number[]; from: Date; to: Date },
) {
  const longest = 8 * 3_600_000
  return db
    .selectFrom('meetings as m')
    .select(['m.id', 'm.mentor_id', 'm.starts_at', 'm.minutes'])
    .select(
      sql<number[]>`array(select p.account_id from meeting_parties p where p.meeting_id = m.id
        and p.user_meeting_status = 'accepted')`.as('agreed'),
    )
    .where('m.status', 'in', ['new', 'accepted', 'wait'])
    .where('m.starts_at', '>', new Date(of.from.getTime() - longest))
    .where('m.starts_at', '<', of.to)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('m.mentor_id', 'in', [0, ...of.mentors]),
          // If everybody has declined, the time is free again.
          sql<boolean>`exists (select from meeting_parties p where p.meeting_id = m.id and p.user_meeting_status <> 'rejected')`,
        ]),
        sql<boolean>`exists (select from meeting_parties p where p.meeting_id = m.id
          and p.account_id = any(${[...(of.people ?? [])]}::int[]) and p.user_meeting_status = 'accepted')`,
      ]),
    )
    .execute()
}

/** Whether the mentor has another meeting at this time. The caller must hold the mentor's lock. */
export async function isBusy(
  tx: Tx,
  mentorId: number,
  time: { starts_at: Date; minutes: number },
  but: number | null,
): Promise<boolean> {
  const around = await meetingsAround(tx, { mentors: [mentorId], from: time.starts_at, to: endOf(time) })
  return around.some((other) => other.id !== but && overlap(time, other))
}

/** Acts that take the time of the same mentor wait for each other until the transaction ends. */
export const lockMentor = (tx: Tx, mentorId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('meetings', ${mentorId}))`.execute(tx)
