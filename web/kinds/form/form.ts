import { formFacts } from '#shared/kinds/form/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const formStage = webKind(formFacts, {
  screen: () => import('./FormScreen.tsx'),
  settingsEditor: null,
  panel: () => import('#web/seasons/forms/FormBuilder.tsx'),
})
