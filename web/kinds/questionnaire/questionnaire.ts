import { questionnaireFacts } from '#shared/kinds/questionnaire/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const questionnaireStage = webKind(questionnaireFacts, {
  screen: () => import('./QuestionnaireScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./QuestionnairePanel.tsx'),
})
