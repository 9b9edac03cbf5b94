import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'

export const rulesKind = stageKind({
  type: 'rules',
  title: 'Правила',
  settings: Type.Object({}),
  shownSettings: [],
})

/** The answer that a hand-in of this kind keeps. */
export interface RulesAnswer {
  status: 'done' | 'fail'
  version: number
  comment: string
}
