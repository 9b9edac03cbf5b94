import { type Decision, go } from './decision.ts'

interface GuardedMeeting {
  id: number
  user_meeting_status: string
}

/**
 * A meeting that is already accepted redirects to its section of the track. When the meetings cannot be loaded, this
 * is only logged.
 */
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
