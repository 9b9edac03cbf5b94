import { type Decision, go } from './decision.ts'

interface GuardedMeeting {
  id: number
  user_meeting_status: string
}

/** A meeting already accepted is shown in its section of the track. When meetings cannot be loaded that is only logged. */
export async function meetingAcceptedGuard(place: {
  trackPath: string
  id: string
  meetings: () => Promise<readonly GuardedMeeting[]>
  log: (error: unknown) => void
}): Promise<Decision> {
  try {
    const meeting = (await place.meetings()).find((each) => String(each.id) === place.id)
    return meeting?.user_meeting_status === 'accepted' ? { to: place.trackPath, hash: 'mentor_meetings' } : go
  } catch (error) {
    place.log(error)
    return go
  }
}
