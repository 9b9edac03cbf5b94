export const meetingStatuses = ['new', 'accepted', 'cancelled', 'past', 'wait'] as const
export const userMeetingStatuses = ['pending', 'accepted', 'rejected', 'changed'] as const

export type MeetingStatus = (typeof meetingStatuses)[number]
export type UserMeetingStatus = (typeof userMeetingStatuses)[number]

/** The statuses of a meeting that count as upcoming, by the person's answer. Everything else is archive. */
const active: Readonly<Record<UserMeetingStatus, readonly MeetingStatus[]>> = {
  pending: ['new'],
  accepted: ['new', 'wait'],
  rejected: [],
  changed: ['new', 'wait'],
}

/** The list of a meeting: upcoming or archive. */
export function classifyMeeting(answer: UserMeetingStatus, meeting: MeetingStatus): 'active' | 'archive' {
  return active[answer].includes(meeting) ? 'active' : 'archive'
}

/** The formats of a meeting by their number on the wire. */
export const meetingFormats = { 1: 'Очно', 2: 'Онлайн' } as const
