import type { Db } from '#server/db.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire, formatWireDate, moscowDate, parseWire } from '#shared/platform/time/moscow.ts'
import { isAhead } from '#shared/programme/meetings/status-at.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { type mentorMeeting, mentorMeetings, type oneMeeting } from './store.ts'
import { offsetOfRegionName } from './zones.ts'

type Row = NonNullable<Awaited<ReturnType<typeof mentorMeeting>>>
type OwnRow = NonNullable<Awaited<ReturnType<typeof oneMeeting>>>

const weekMs = 7 * 86_400_000

/** Seven Moscow days from the named day, or from today. */
export function weekFrom(named: string | undefined, now: Date) {
  const today = formatWireDate(moscowDate(now))
  const day = named && parseWire(named) ? formatWireDate(moscowDate(parseWire(named) ?? now)) : today
  const from = parseWire(day) ?? now
  return { today, day, from, to: new Date(from.getTime() + weekMs) }
}

/** The meetings that wait for the mentor, and those of a week, in one query. `but`: without meetings of this person. */
export async function readMentorMeetings(db: Db, mentorId: number, now: Date, named?: string, but?: number) {
  const { today, day, from, to } = weekFrom(named, now)
  const { rows: all, cut } = await mentorMeetings(db, { mentorId, from, to }, now)
  const own = new Set(all.filter(({ account_id }) => account_id === but).map(({ id }) => id))
  const rows = all.filter(({ id }) => !own.has(id))
  return {
    today,
    from: day,
    cut,
    asks_time: rows.filter((row) => asksTime(row, now)).map(mentorMeetingOnWire),
    lacks_report: rows.filter((row) => mayReport(row) && row.reported_at === null).map(mentorMeetingOnWire),
    week: rows.filter(({ starts_at }) => starts_at >= from && starts_at < to).map(mentorMeetingOnWire),
  }
}

type MentorMeetings = Awaited<ReturnType<typeof readMentorMeetings>>
type MentorMeeting = MentorMeetings['week'][number]

/** A meeting for an assistant: without the mentor's report and notes, and without the person's note to the mentor. */
export const withoutNote = (meeting: MentorMeeting): MentorMeeting => ({
  ...meeting,
  ...{ came: null, report: '', shared_note: '', note: '' },
})

export const withoutNotes = ({ asks_time, week, ...meetings }: MentorMeetings): MentorMeetings => ({
  ...meetings,
  asks_time: asks_time.map(withoutNote),
  lacks_report: [],
  week: week.map(withoutNote),
})

/** The person wants another time for a meeting that is still ahead. */
const asksTime = (row: Row, now: Date): boolean => row.user_meeting_status === 'changed' && isAhead(row, now)

/** The person agreed to come, and the meeting is over. */
export const mayReport = ({ user_meeting_status: answer, status }: Pick<Row, 'user_meeting_status' | 'status'>) =>
  answer === 'accepted' && (status === 'past' || status === 'wait')

/** Whether the person may mark the meeting as held: they agreed to come, and its time has come. */
export const mayMark = (row: OwnRow, now: Date): boolean => mayReport(row) && row.starts_at <= now

const timeOnWire = (row: Row | OwnRow) => ({
  ...{ id: row.id, status: row.status, user_meeting_status: row.user_meeting_status, format: row.format },
  ...{ meeting_date: formatWire(row.starts_at), minutes: row.minutes, place: row.place, revision: row.revision },
  proposed_dates: row.proposed.map(formatWire),
  cancelled_because: row.cancelled_because,
  lapsed: row.lapsed_at !== null,
  comment: row.comment,
  shared_note: row.shared_note,
})

export const mentorMeetingOnWire = (row: Row) => ({
  ...timeOnWire(row),
  user_id: row.test_id,
  fio: formalName(row),
  own_offset: offsetOfRegionName(row.mentor_region),
  person_offset: utcOffsetOfRegion(row.region),
  came: row.came,
  report: row.report,
  note: row.note_shared ? row.note : '',
})

export const ownMeetingOnWire = (row: OwnRow, now: Date) => ({
  ...timeOnWire(row),
  reasons: row.reasons,
  own_offset: utcOffsetOfRegion(row.region),
  mentor_offset: offsetOfRegionName(row.mentor_region),
  others: row.others,
  may_mark: mayMark(row, now),
  ...{ held: row.held, rating: row.rating, note: row.note, note_shared: row.note_shared },
  mentor: { mentor_id: row.mentor_id, fio: formalName(row), avatar: row.avatar, position: row.position ?? '' },
})
