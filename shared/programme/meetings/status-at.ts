import type { MeetingStatus } from './classify.ts'

/** The length of a meeting when nobody has set it. */
export const usualMinutes = 60
export const meetingLengths = [30, 45, 60, 90, 120] as const

interface Timed {
  status: MeetingStatus
  starts_at: Date
  minutes: number
}

export const endOf = ({ starts_at, minutes }: Omit<Timed, 'status'>): Date =>
  new Date(starts_at.getTime() + minutes * 60_000)

/**
 * The status at this moment: an upcoming meeting becomes past when its time is over, even when nobody has marked it as
 * held.
 */
export function statusAt(meeting: Timed, at: Date): MeetingStatus {
  const open = meeting.status === 'new' || meeting.status === 'accepted'
  return open && at >= endOf(meeting) ? 'past' : meeting.status
}

/** Whether the meeting has not begun yet, accepted or not. */
export const isAhead = ({ status, starts_at }: Omit<Timed, 'minutes'>, at: Date): boolean =>
  (status === 'new' || status === 'accepted' || status === 'wait') && starts_at > at

/** Whether the times of two meetings overlap, so that one person cannot attend both. */
export const overlap = (one: Omit<Timed, 'status'>, other: Omit<Timed, 'status'>): boolean =>
  one.starts_at < endOf(other) && other.starts_at < endOf(one)
