import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/api/page.ts'
import type { MeetingStatus } from '#shared/meetings/classify.ts'
import { statusAt } from '#shared/meetings/status-at.ts'

/** A meeting with one person's answer. */
const meetingRows = (db: Db | Tx) =>
  db
    .selectFrom('meetings as m')
    .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
    .select(['m.id', 'm.stage_id', 'm.mentor_id', 'm.format', 'm.starts_at', 'm.place', 'm.status', 'm.revision'])
    .select(['p.account_id', 'p.user_meeting_status', 'p.reasons', 'p.comment', 'p.proposed_at'])

const asOf = <Row extends { status: MeetingStatus; starts_at: Date }>(row: Row, at: Date): Row => ({
  ...row,
  status: statusAt(row.status, row.starts_at, at),
})

const withMentor = (db: Db) =>
  meetingRows(db)
    .innerJoin('accounts as a', 'a.id', 'm.mentor_id')
    .leftJoin('mentor_profiles as f', 'f.account_id', 'm.mentor_id')
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'a.avatar', 'f.position'])

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

/** The mentor's meetings with each of these people. */
export async function meetingsWith(db: Db, of: { mentorId: number; people: readonly number[] }, at: Date) {
  const rows = await meetingRows(db)
    .select(['p.came', 'p.report'])
    .where('m.mentor_id', '=', of.mentorId)
    .where('p.account_id', 'in', [0, ...of.people])
    .orderBy('m.starts_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => asOf(row, at))
}

/** A mentor's meetings with the names of the people, soonest first: one row for each person invited. */
const ofMentor = (db: Db | Tx, mentorId: number) =>
  meetingRows(db)
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 'p.came', 'p.report', 'p.reported_at'])
    .where('m.mentor_id', '=', mentorId)
    .where('a.disabled_at', 'is', null)
    .orderBy('m.starts_at')
    .orderBy('m.id')
    .orderBy('a.id')

/** What may wait for the mentor, and what takes place within these days; nothing that was cancelled. */
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
    .limit(500)
    .execute()
  return rows.map((row) => asOf(row, at))
}

/** One person's row of a mentor's meeting, locked until the transaction ends; null when it is not this mentor's. */
export async function lockMentorMeeting(tx: Tx, of: { id: number; mentorId: number; userId: number }, at: Date) {
  const row = await ofMentor(tx, of.mentorId)
    .where('m.id', '=', of.id)
    .where('a.test_id', '=', of.userId)
    .forUpdate(['m', 'p'])
    .executeTakeFirst()
  return row ? asOf(row, at) : null
}

/** The meeting, locked until the transaction ends; null when the person was not invited. */
export async function lockMeeting(tx: Tx, id: number, accountId: number, at: Date) {
  const row = await meetingRows(tx)
    .where('m.id', '=', id)
    .where('p.account_id', '=', accountId)
    .forUpdate(['m', 'p'])
    .executeTakeFirst()
  return row ? asOf(row, at) : null
}
