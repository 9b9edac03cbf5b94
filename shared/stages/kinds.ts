import { formKind } from './form/contract.ts'
import { registrationKind } from './registration/contract.ts'
import { rulesKind } from './rules/contract.ts'
import { teamsFormingKind } from './teams_forming/contract.ts'

/** Every kind that has been built, by its wire code. */
export const stageKinds = {
  registration: registrationKind,
  rules: rulesKind,
  form: formKind,
  teams_forming: teamsFormingKind,
}

export type StageType = keyof typeof stageKinds

export const isStageType = (type: string): type is StageType => Object.hasOwn(stageKinds, type)
