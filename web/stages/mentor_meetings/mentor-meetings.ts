import { mentorMeetingsFacts } from '#shared/stages/mentor_meetings/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const mentorMeetingsStage = webKind(mentorMeetingsFacts, {
  screen: () => import('#web/meetings/MeetingsStage.tsx'),
  settingsEditor: null,
  panel: () => import('./MeetingsPanel.tsx'),
})
