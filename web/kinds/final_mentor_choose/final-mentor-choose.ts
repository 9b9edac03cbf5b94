import { finalMentorChooseFacts } from '#shared/kinds/final_mentor_choose/kind.ts'
import { withFiles } from '#web/forms/fields/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const finalMentorChooseStage = webKind(finalMentorChooseFacts, {
  screen: withFiles(() => import('#web/kinds/screen/MentorChoice.tsx')),
  settingsEditor: null,
  panel: () => import('#web/programme/mentors/MentorsPanel.tsx'),
})
