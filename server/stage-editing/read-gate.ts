import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refusal } from '#shared/api/refusals.ts'
import { isRecord } from '#shared/forms/field.ts'
import type { Gate } from '#shared/stages/gate.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })
const title = Type.String({ maxLength: 300 })
const only = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const condition = Compile(
  Type.Union([
    only({ stage: code, outcome: Type.Enum(['passed', 'failed', 'submitted']) }),
    only({ score_of: code, at_least: Type.Number({ minimum: -1_000_000, maximum: 1_000_000 }) }),
    only({ track: Type.Array(code, { maxItems: 100 }) }),
    only({ region: Type.Array(code, { maxItems: 100 }) }),
    only({ door: Type.Enum(['participant', 'supporter']) }),
    only({ tag: code, title }),
    only({ team: Type.Enum(['member', 'complete', 'admitted']) }),
    only({ consent: code, title }),
    only({ past_finalist: Type.Literal(true) }),
  ]),
)
const maxDepth = 6
const maxParts = 50

/** Reads an entry condition from the request. Refuses one that the portal cannot evaluate. */
export function readGate(value: unknown): Gate | null {
  if (value === null || value === undefined) return null
  if (!isGate(value, 1)) throw new Refusal('invalid_request')
  return value
}

function isGate(value: unknown, level: number): value is Gate {
  if (!isRecord(value) || level > maxDepth) return false
  const [name, ...others] = Object.keys(value)
  if (others.length > 0 || (name !== 'all' && name !== 'any' && name !== 'not')) return condition.Check(value)
  const inside = value[name]
  if (name === 'not') return isGate(inside, level + 1)
  return Array.isArray(inside) && inside.length <= maxParts && inside.every((each) => isGate(each, level + 1))
}
