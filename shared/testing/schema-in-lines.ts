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

/** What a reader of the API is told, and no client depends on. */
const words = ['description', 'title']
const written = ['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required', ...words]

const shown = (value: unknown) => JSON.stringify(value)
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'type' in value

/** The limits of a schema by their names, with what stands in patterns of properties. */
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

/** A schema as a type is written: a property a line, `?` after one that may be left out, its limits in brackets. */
export const schemaInLines = (schema: TSchema, indent = ''): string => inLines(schema as Schema, indent)
