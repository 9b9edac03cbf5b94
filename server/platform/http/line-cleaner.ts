import { longestLine } from '#shared/platform/api/fields.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'

interface Schema {
  const?: unknown
  type?: string
  maxLength?: number
  'x-lines'?: boolean
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, Schema>>
}

type Loose = Record<string, unknown>
type Clean = (value: unknown) => unknown

/**
 * The function that brings every text of one line in a value of this schema to one line, in place; null when the schema
 * has none. A text of at most `longestLine` characters is of one line unless its schema says otherwise.
 */
export function lineCleaner(schema: object): Clean | null {
  const { type, anyOf, items, properties, patternProperties, ...rest } = schema as Schema
  if (anyOf) return ofUnion(anyOf)
  if (type === 'string') {
    const isLong = (rest.maxLength ?? Number.POSITIVE_INFINITY) > longestLine
    return (rest['x-lines'] ?? isLong) ? null : (value) => (typeof value === 'string' ? oneLine(value) : value)
  }
  if (items) {
    const inner = lineCleaner(items)
    return inner && ((value) => (Array.isArray(value) ? cleanEach(value as unknown as Loose, () => inner) : value))
  }
  const named = new Map(Object.entries(properties ?? {}).map(([name, one]) => [name, lineCleaner(one)]))
  const [others = null] = Object.values(patternProperties ?? {}).map(lineCleaner)
  if (others === null && [...named.values()].every((inner) => inner === null)) return null
  return (value) => (isObject(value) ? cleanEach(value, (name) => named.get(name) ?? others) : value)
}

function ofUnion(options: readonly Schema[]): Clean | null {
  const each = options.map((option) => ({ option, clean: lineCleaner(option) }))
  if (each.every(({ clean }) => clean === null)) return null
  return (value) => {
    const clean = each.find(({ option, clean }) => clean && mayBe(option, value))?.clean
    return clean ? clean(value) : value
  }
}

/**
 * Whether an option of a union may be meant: its type is right, the value has what it requires, and its constants are
 * those of the value.
 */
function mayBe({ type, anyOf, properties = {}, required = [] }: Schema, value: unknown): boolean {
  if (anyOf) return anyOf.some((option) => mayBe(option, value))
  if (type === 'string') return typeof value === 'string'
  if (type === 'array') return Array.isArray(value)
  if (!isObject(value) || required.some((name) => !Object.hasOwn(value, name))) return false
  return Object.entries(properties).every(([name, one]) => !('const' in one) || one.const === value[name])
}

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cleanEach(value: Loose, cleaner: (name: string) => Clean | null | undefined): Loose {
  for (const [name, inner] of Object.entries(value)) {
    const clean = cleaner(name)
    if (clean) value[name] = clean(inner)
  }
  return value
}
