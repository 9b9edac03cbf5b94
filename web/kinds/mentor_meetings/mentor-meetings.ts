import { mentorMeetingsFacts } from '#shared/programme/mentor_meetings/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const mentorMeetingsStage = webKind(mentorMeetingsFacts, {
  screen: () => import('#web/programme/meetings/MeetingsStage.tsx'),
  settingsEditor: null,
  panel: () => import('./MeetingsPanel.tsx'),
})
