import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'

/** The settings are the admission's own: shared/registration tells their meaning. */
export const registrationKind = stageKind({
  type: 'registration',
  title: 'Регистрация',
  settings: Type.Object({}),
  shownSettings: [],
})
