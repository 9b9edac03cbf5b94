import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const registrationStage = webKind(registrationFacts, {
  screen: () => import('./RegistrationScreen.tsx'),
  settingsEditor: () => import('./RegistrationSettings.tsx'),
  panel: () => import('./RegistrationPanel.tsx'),
})
