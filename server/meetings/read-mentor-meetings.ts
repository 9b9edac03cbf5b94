import type { Db } from '#server/db.ts'
import { formalName } from '#shared/people/full-name.ts'
import { formatWire, formatWireDate, moscowDate, parseWire } from '#shared/time/moscow.ts'
import { type lockMentorMeeting, mentorMeetings } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockMentorMeeting>>>

const weekMs = 7 * 86_400_000

/** What waits for the mentor and the week ahead, by days of Moscow: one query. */
export async function readMentorMeetings(db: Db, mentorId: number, now: Date) {
  const today = formatWireDate(moscowDate(now))
  const from = parseWire(today) ?? now
  const to = new Date(from.getTime() + weekMs)
  const rows = await mentorMeetings(db, { mentorId, from, to }, now)
  return {
    today,
    asks_time: rows.filter(asksTime).map(mentorMeetingOnWire),
    lacks_report: rows.filter((row) => mayReport(row) && row.reported_at === null).map(mentorMeetingOnWire),
    week: rows.filter(({ starts_at }) => starts_at >= from && starts_at < to).map(mentorMeetingOnWire),
  }
}

/** The person wants another time for a meeting that is still ahead. */
export const asksTime = ({ user_meeting_status: answer, status }: Row): boolean =>
  answer === 'changed' && (status === 'new' || status === 'accepted')

/** The person agreed to come, and the meeting is over. */
export const mayReport = ({ user_meeting_status: answer, status }: Row): boolean =>
  answer === 'accepted' && (status === 'past' || status === 'wait')

export const mentorMeetingOnWire = (row: Row) => ({
  id: row.id,
  status: row.status,
  user_meeting_status: row.user_meeting_status,
  format: row.format,
  meeting_date: formatWire(row.starts_at),
  place: row.place,
  proposed_date: row.proposed_at && formatWire(row.proposed_at),
  comment: row.comment,
  revision: row.revision,
  user_id: row.test_id,
  fio: formalName(row),
  came: row.came,
  report: row.report,
})
