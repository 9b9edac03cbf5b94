export const meetingStatuses = ['new', 'accepted', 'cancelled', 'past', 'wait'] as const
export const userMeetingStatuses = ['pending', 'accepted', 'rejected', 'changed'] as const

export type MeetingStatus = (typeof meetingStatuses)[number]
export type UserMeetingStatus = (typeof userMeetingStatuses)[number]

/** The meeting's own statuses in which it is still to come, by what the person answered; all else is archive. */
const active: Readonly<Record<UserMeetingStatus, readonly MeetingStatus[]>> = {
  pending: ['new'],
  accepted: ['new', 'wait'],
  rejected: [],
  changed: ['new', 'wait'],
}

/** On which of the two lists a meeting stands. */
export function classifyMeeting(answer: UserMeetingStatus, meeting: MeetingStatus): 'active' | 'archive' {
  return active[answer].includes(meeting) ? 'active' : 'archive'
}

/** How a meeting is held, by its number on the wire. */
export const meetingFormats = { 1: 'Очно', 2: 'Онлайн' } as const
