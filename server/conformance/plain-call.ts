import type { RouteSpec } from '#shared/platform/api/route.ts'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  pattern?: string
}

/** Values by the name of the field, for fields whose schema does not tell what is valid. */
export type Named = Record<string, unknown>

const everywhere: Named = {
  competition_code: 'ru_season_5',
  competition: 'ru_season_5',
  password: 'Demo-Leader-2026',
  password_confirmation: 'Demo-Leader-2026',
  current_password: 'Demo-Leader-2026',
  email: 'somebody@example.test',
  alias: 'plain-alias',
  purpose: 'file',
}

/** The smallest value that a schema accepts. */
function plain(schema: Schema, named: Named, name = ''): unknown {
  if (name in named) return named[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return plain(schema.anyOf[0], named, name)
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => plain(schema.items ?? {}, named))
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, plain(schema.properties?.[key] ?? {}, named, key)]),
    )
  return schema.pattern?.includes('0-9a-f') ? '0'.repeat(32) : 'x'
}

/** A query that the contract of the route accepts. */
export const plainQuery = ({ query }: RouteSpec, named: Named): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ? (plain(query as Schema, { ...everywhere, ...named }) as object) : {}).map(
      ([name, value]) => [name, String(value)],
    ),
  )

/** A body that the contract of the route accepts. */
export const plainBody = ({ body }: RouteSpec, named: Named): unknown =>
  body ? plain(body as Schema, { ...everywhere, ...named }) : undefined
