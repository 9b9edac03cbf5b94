import type { TSchema } from 'typebox'

type Loose = Record<string, unknown>

/** A copy of the schema in which objects refuse unknown fields, at any depth. */
export function closedSchema(schema: TSchema): TSchema {
  return close(schema) as TSchema
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close)
  if (typeof node !== 'object' || node === null) return node
  const copy: Loose = {}
  for (const [key, value] of Object.entries(node)) copy[key] = close(value)
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy)) copy.additionalProperties = false
  return copy
}
