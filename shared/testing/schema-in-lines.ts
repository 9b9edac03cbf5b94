import type { TSchema } from 'typebox'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  [limit: string]: unknown
}

/** Texts for readers of the API, on which no client depends. */
const words = ['description', 'title']
const written = ['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required', ...words]

const shown = (value: unknown) => JSON.stringify(value)
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'type' in value

/** The limits of a schema by name, with the schemas of its pattern properties. */
function limits(schema: Schema, indent: string): string {
  const each = Object.entries(schema).flatMap(([name, value]) => {
    if (written.includes(name) || value === undefined) return []
    if (name !== 'patternProperties') return [`${name} ${isSchema(value) ? inLines(value, indent) : shown(value)}`]
    return Object.entries(value as Record<string, Schema>).map(([key, one]) => `${key}: ${inLines(one, indent)}`)
  })
  return each.length === 0 ? '' : ` (${each.join(', ')})`
}

function kind(schema: Schema, indent: string): string {
  if ('const' in schema) return shown(schema.const)
  if (schema.anyOf) return schema.anyOf.map((one) => inLines(one, indent)).join(' | ')
  if (schema.enum) return schema.enum.map(shown).join(' | ')
  if (schema.items) return `[${inLines(schema.items, indent)}]`
  if (!schema.properties) return schema.type ?? 'anything'
  const lines = Object.entries(schema.properties).map(([name, one]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${indent}  ${name}${optional}: ${inLines(one, `${indent}  `)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

const inLines = (schema: Schema, indent: string): string => kind(schema, indent) + limits(schema, indent)

/** A schema written like a type: one property a line, `?` after optional ones, limits in brackets. */
export const schemaInLines = (schema: TSchema, indent = ''): string => inLines(schema as Schema, indent)
