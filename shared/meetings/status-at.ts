import type { MeetingStatus } from './classify.ts'

/** How long a meeting takes when nobody has said so. */
export const usualMinutes = 60
export const meetingLengths = [30, 45, 60, 90, 120] as const

interface Timed {
  status: MeetingStatus
  starts_at: Date
  minutes: number
}

export const endOf = ({ starts_at, minutes }: Omit<Timed, 'status'>): Date =>
  new Date(starts_at.getTime() + minutes * 60_000)

/** The status at this moment: an upcoming meeting becomes past when its time is over, even when nobody has marked it so. */
export function statusAt(meeting: Timed, at: Date): MeetingStatus {
  const open = meeting.status === 'new' || meeting.status === 'accepted'
  return open && at >= endOf(meeting) ? 'past' : meeting.status
}

/** It is still to take place, agreed upon or not. */
export const isAhead = ({ status, starts_at }: Omit<Timed, 'minutes'>, at: Date): boolean =>
  (status === 'new' || status === 'accepted' || status === 'wait') && starts_at > at

/** Two meetings of one person that cannot both take place. */
export const overlap = (one: Omit<Timed, 'status'>, other: Omit<Timed, 'status'>): boolean =>
  one.starts_at < endOf(other) && other.starts_at < endOf(one)
