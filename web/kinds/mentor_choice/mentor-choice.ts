import { mentorChoiceFacts } from '#shared/programme/mentor_choice/kind.ts'
import { withFiles } from '#web/forms/fields/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const mentorChoiceStage = webKind(mentorChoiceFacts, {
  screen: withFiles(() => import('#web/kinds/screen/MentorChoice.tsx')),
  settingsEditor: null,
  panel: () => import('#web/programme/mentors/MentorsPanel.tsx'),
})
