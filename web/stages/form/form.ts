import { formFacts } from '#shared/stages/form/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const formStage = webKind(formFacts, {
  screen: () => import('./FormScreen.tsx'),
  settingsEditor: null,
  panel: () => import('#web/form-building/FormBuilder.tsx'),
})
