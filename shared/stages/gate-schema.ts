import { type TSchema, Type } from 'typebox'
import type { Gate } from './gate.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })
const title = Type.String({ maxLength: 300 })
const only = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** One condition of a gate. The schema accepts only conditions that the portal can evaluate. */
export const conditionSchema = Type.Union([
  only({ stage: code, outcome: Type.Enum(['passed', 'failed', 'submitted']) }),
  only({ score_of: code, at_least: Type.Number({ minimum: -1_000_000, maximum: 1_000_000 }) }),
  only({ track: Type.Array(code, { maxItems: 100 }) }),
  only({ region: Type.Array(code, { maxItems: 100 }) }),
  only({ door: Type.Enum(['participant', 'supporter']) }),
  only({ tag: code, title }),
  only({ team: Type.Enum(['member', 'complete', 'admitted']) }),
  only({ consent: code, title }),
  only({ past_finalist: Type.Literal(true) }),
])

const part = Type.Union([conditionSchema, only({ not: conditionSchema })])

/** A gate that an organiser can edit: all or any of its conditions are required, and each can be negated. */
export const plainGate = Type.Unsafe<Gate>(
  Type.Union([
    only({ all: Type.Array(part, { maxItems: 50 }) }),
    only({ any: Type.Array(part, { maxItems: 50 }) }),
    conditionSchema,
    only({ not: conditionSchema }),
  ]),
)
