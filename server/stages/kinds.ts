import type { StageType } from '#shared/stages/kinds.ts'
import { form } from './form/form.ts'
import type { ServerStageKind } from './kind.ts'
import { registration } from './registration/registration.ts'
import { rules } from './rules/rules.ts'
import { teamsForming } from './teams_forming/teams-forming.ts'

export const serverStageKinds: Record<StageType, ServerStageKind> = {
  registration,
  rules,
  form,
  teams_forming: teamsForming,
}
