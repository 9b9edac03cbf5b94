import { Compile } from 'typebox/compile'
import { later } from '#server/platform/later.ts'
import { isRecord } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { conditionSchema } from '#shared/stages/gate-schema.ts'

const condition = later(() => Compile(conditionSchema))
const maxDepth = 6
const maxParts = 50

/** Reads an entry condition from the request. Refuses one that the portal cannot evaluate. */
export function readGate(value: unknown): Gate | null {
  if (value === null || value === undefined) return null
  if (!isReadableGate(value)) throw new Refusal('invalid_request')
  return gateInLines(value)
}

/** The condition with the titles in it as texts of one line. */
export const gateInLines = <G>(gate: G): G =>
  JSON.parse(JSON.stringify(gate), (key, value) =>
    key === 'title' && typeof value === 'string' ? oneLine(value) : value,
  )

/** Whether the portal can evaluate this condition. */
export const isReadableGate = (value: unknown): value is Gate => isGate(value, 1)

function isGate(value: unknown, level: number): value is Gate {
  if (!isRecord(value) || level > maxDepth) return false
  const [name, ...others] = Object.keys(value)
  if (others.length > 0 || (name !== 'all' && name !== 'any' && name !== 'not')) return condition().Check(value)
  const inside = value[name]
  if (name === 'not') return isGate(inside, level + 1)
  return Array.isArray(inside) && inside.length <= maxParts && inside.every((each) => isGate(each, level + 1))
}
