import { expect, test } from 'vitest'
import type { RouteSpec } from './api/route.ts'
import { routes } from './routes.ts'

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

/** A schema as a type is written: a property a line, `?` after one that may be left out, its limits in brackets. */
const inLines = (schema: Schema, indent: string): string => kind(schema, indent) + limits(schema, indent)

function inWriting(
  address: string,
  { summary, params, query, body, response, orResponds, ...rest }: RouteSpec,
): string {
  const rules = Object.entries(rest).map(([name, value]) => `  ${name} ${[value].flat().join(', ')}\n`)
  const parts = {
    params,
    query,
    body,
    answers: response ?? undefined,
    [`or ${orResponds?.status}`]: orResponds?.response,
  }
  const schemas = Object.entries(parts).map(([name, schema]) =>
    schema === undefined ? '' : `  ${name} ${inLines(schema as Schema, '  ')}\n`,
  )
  return `${address}\n${rules.join('')}${schemas.join('')}`
}

/** `user` of `GET /user/start`; routes of which there are a few stand together. */
function fileOf(address: string): string {
  const [first = ''] = address.split(' /').slice(1).join('').split('/')
  return ['admin', 'user', 'desk', 'mentor', 'auth'].includes(first) ? first : 'others'
}

const files = Object.groupBy(Object.entries<RouteSpec>(routes), ([address]) => fileOf(address))

test.each(Object.entries(files))('the contract of %s is what docs/contract says', async (file, each = []) => {
  const text = each.map(([address, route]) => inWriting(address, route)).join('\n')
  await expect(text).toMatchFileSnapshot(`../docs/contract/${file}.txt`)
})
