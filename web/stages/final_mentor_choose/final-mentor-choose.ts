import { finalMentorChooseFacts } from '#shared/stages/final_mentor_choose/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const finalMentorChooseStage = webKind(finalMentorChooseFacts, {
  screen: () => import('#web/mentors/MentorChoice.tsx'),
  review: null,
  settingsEditor: null,
  panel: () => import('#web/mentors/MentorsPanel.tsx'),
})
