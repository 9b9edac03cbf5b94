import { expect, test } from 'vitest'
import { stageKinds } from '#shared/kinds/kinds.ts'
import { longestLine } from '#shared/platform/api/fields.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { unseenTexts } from '#shared/testing/unseen-texts.ts'
import { lineCleaner } from './line-cleaner.ts'

interface Node {
  const?: unknown
  enum?: unknown[]
  type?: string
  maxLength?: number
  pattern?: string
  'x-lines'?: boolean
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
}

/** A value of the schema in which every free text is this one: of unions the option with this number. */
function filled(node: Node, text: string, option: number): unknown {
  if ('const' in node) return node.const
  if (node.enum) return node.enum[0]
  if (node.anyOf) return filled(node.anyOf[option % node.anyOf.length] ?? {}, text, option)
  if (node.type === 'string') return text
  if (node.type === 'array') return node.items ? [filled(node.items, text, option)] : []
  if (node.type === 'object') {
    const named = Object.entries(node.properties ?? {})
    const others = Object.values(node.patternProperties ?? {}).map((one) => ['other', one] as const)
    return Object.fromEntries([...named, ...others].map(([name, one]) => [name, filled(one, text, option)]))
  }
  return null
}

interface Text {
  path: string
  limit: number
  kept: unknown
}

function textsIn(node: Node, value: unknown, option: number, path = ''): Text[] {
  if (node.anyOf) return textsIn(node.anyOf[option % node.anyOf.length] ?? {}, value, option, path)
  if ('const' in node || node.enum) return []
  if (node.type === 'string') {
    const limit =
      node['x-lines'] === undefined
        ? (node.maxLength ?? Number.POSITIVE_INFINITY)
        : node['x-lines']
          ? Number.POSITIVE_INFINITY
          : 0
    return [{ path, limit, kept: value }]
  }
  if (node.type === 'array')
    return node.items && Array.isArray(value) ? textsIn(node.items, value[0], option, `${path}[]`) : []
  const inner = value as Record<string, unknown>
  return [
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) =>
      textsIn(one, inner[name], option, `${path}.${name}`),
    ),
    ...Object.values(node.patternProperties ?? {}).flatMap((one) => textsIn(one, inner.other, option, `${path}{}`)),
  ]
}

/** Fields that people know as a name, a title or an address. What a text `was` is only compared. */
const ofOneLine =
  /(^|_|\.)(name|title|label|tagline|topic|position|region|place|room|tag|duty|contact|email|username|unit)(\[\])?$/
const bodies = [
  ...Object.entries<RouteSpec>(routes).flatMap(([key, { body }]) => (body ? [[key, body as Node] as const] : [])),
  // They come within larger bodies and in a season's file.
  ...Object.entries(stageKinds).map(([kind, { settings }]) => [`settings of ${kind}`, settings as Node] as const),
]

test('R-90 at every door each text of one line is brought to one line, and each longer one is kept as it is', () => {
  let lines = 0
  const wrong: string[] = []
  for (const [key, body] of bodies)
    for (const [at, [written, clean]] of unseenTexts.entries()) {
      const value = filled(body, written, at)
      lineCleaner(body)?.(value)
      for (const { path, limit, kept } of textsIn(body, value, at)) {
        const wanted = limit <= longestLine ? clean : written
        lines += limit <= longestLine ? 1 : 0
        if (kept !== wanted) wrong.push(`${key} ${path}: ${JSON.stringify([written, kept])}`)
      }
    }
  expect(wrong.slice(0, 20)).toEqual([])
  expect(lines).toBeGreaterThan(10_000)
})

test('R-90 what people know as a name, a title or an address is a text of one line in every body', () => {
  const found = bodies.flatMap(([key, body]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((option) =>
      textsIn(body, filled(body, '', option), option)
        .filter(({ path, limit }) => ofOneLine.test(path) && !path.startsWith('.was.') && limit > longestLine)
        .map(({ path }) => `${key} ${path}`),
    ),
  )
  expect([...new Set(found)]).toEqual([])
})
