import { serverKind } from '#server/stages/kind.ts'
import { mentorMeetingsKind } from '#shared/programme/mentor_meetings/contract.ts'

/** Nothing is handed in: the database passes the stage when meetings were held. */
export const mentorMeetings = serverKind(mentorMeetingsKind, {
  work: null,
  attempts: null,
  standing: null,
  ownData: null,
  files: null,
  checklist: () => [],
})
