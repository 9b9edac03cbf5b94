import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'

/** `manual`: a person decides; `auto`: what passed validation is accepted at once. */
const formChecks = ['manual', 'auto'] as const

export const formKind = stageKind({
  type: 'form',
  title: 'Анкета',
  settings: Type.Object({ check: Type.Optional(Type.Enum([...formChecks])) }),
  shownSettings: ['check'],
})
