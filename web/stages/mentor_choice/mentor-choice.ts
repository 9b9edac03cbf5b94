import { mentorChoiceFacts } from '#shared/stages/mentor_choice/kind.ts'
import { withFiles } from '#web/platform/forms/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const mentorChoiceStage = webKind(mentorChoiceFacts, {
  screen: withFiles(() => import('#web/mentors/MentorChoice.tsx')),
  settingsEditor: null,
  panel: () => import('#web/mentors/MentorsPanel.tsx'),
})
