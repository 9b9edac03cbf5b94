import { finalMentorChooseFacts } from '#shared/stages/final_mentor_choose/kind.ts'
import { withFiles } from '#web/platform/forms/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const finalMentorChooseStage = webKind(finalMentorChooseFacts, {
  screen: withFiles(() => import('#web/mentors/MentorChoice.tsx')),
  settingsEditor: null,
  panel: () => import('#web/mentors/MentorsPanel.tsx'),
})
