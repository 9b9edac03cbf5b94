import type { MeetingStatus } from './classify.ts'

/** A meeting is held to last this long; after that it is past whether or not anybody has noted it. */
const meetingLastsMs = 2 * 3_600_000

/** The status as the clock makes it: what was to come is past once its time is over. */
export function statusAt(status: MeetingStatus, startsAt: Date, at: Date): MeetingStatus {
  const open = status === 'new' || status === 'accepted'
  return open && at.getTime() >= startsAt.getTime() + meetingLastsMs ? 'past' : status
}
