import { trackPath } from '#shared/stages/addresses.ts'
import { type Decision, go } from '#web/app/guards/decision.ts'
import { meetingAcceptedGuard } from '#web/app/guards/meeting-accepted.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { reportFault } from '#web/platform/messages/report-fault.ts'
import { meetingsQuery } from '#web/programme/meetings/queries.ts'
import { stageHere } from './guard-stage.ts'
import type { Place } from './guarded-page.ts'

/** The guard of one meeting's page; it is loaded with that page and not with the first. */
export async function guardMeeting(place: Place): Promise<Decision> {
  const { competition, track, stage } = await stageHere(place, 'mentor_meetings')
  if (!stage) return go
  return meetingAcceptedGuard({
    trackPath: trackPath(competition, track),
    id: place.params.id ?? '',
    meetings: async () => (await queryClient.fetchQuery(meetingsQuery(stage.stage_id))).meetings,
    log: reportFault,
  })
}
