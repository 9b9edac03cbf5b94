import { type Static, Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'
import { rulesFacts } from './kind.ts'

const answer = Type.Object({
  status: Type.Enum(['done', 'fail']),
  version: Type.Integer({ minimum: 1, maximum: 100_000 }),
  comment: Type.String(),
})

/** The stored answer of this kind. */
export type RulesAnswer = Static<typeof answer>

export const rulesKind = stageKind(rulesFacts, { settings: Type.Object({}), steps: [], answer, faults: null })
