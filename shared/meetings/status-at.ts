import type { MeetingStatus } from './classify.ts'

/** The assumed length of a meeting. After it the meeting is past, even when nobody has marked it so. */
const meetingLastsMs = 2 * 3_600_000

/** The status at this moment: an upcoming meeting becomes past when its time is over. */
export function statusAt(status: MeetingStatus, startsAt: Date, at: Date): MeetingStatus {
  const open = status === 'new' || status === 'accepted'
  return open && at.getTime() >= startsAt.getTime() + meetingLastsMs ? 'past' : status
}
