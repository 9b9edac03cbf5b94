import { multipartBody } from '#server/testing/multipart.ts'

/** A small random generator with a seed, so that a failing run can be repeated. Mulberry32. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  format?: string
}

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value }
  return value
}

export const hostile: unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '𝒜𝓁𝒾𝒸ℯ 👩‍👩‍👧‍👦 \u202e',
  "'; drop table accounts; --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%ff',
  'ё'.repeat(5000),
  // Long backtracking in carelessly written patterns.
  `${' '.repeat(25_000)}x`,
  `${'a'.repeat(25_000)}!`,
  `a@${'a.'.repeat(12_000)}`,
  '9'.repeat(400),
  -1,
  0,
  2147483648,
  9007199254740992,
  1e308,
  -0.5,
  [],
  {},
  [[]],
  ['a', 1, null],
  { __proto__x: 1, constructor: { prototype: {} } },
  nested(40),
]

/** Texts that are costly for carelessly written expressions and loops, to be repeated to any length. */
export const costlyTexts = [
  '8-',
  'й',
  'Анна_',
  'a@a.',
  ' ',
  '\n',
  '[',
  '(a',
  '<a ',
  '&amp',
  '$\\frac{',
  '**_',
  'https://a.',
  '1 ',
  'Иван Иванов ',
  'ё\u0301',
  '😀',
  ';\t',
  '"',
  '\\',
]

/**
 * The given value of a call with each text as long as its schema and the budget allow, and with many rows and names
 * where there may be many. What is no text stays, so that the call is accepted.
 */
export function costlyValue(schema: Schema | undefined, given: unknown, text: string, budget: number): unknown {
  if (typeof given === 'string' || schema?.type === 'string') {
    if (schema?.pattern || schema?.format || schema?.enum || schema?.const !== undefined || schema?.anyOf) return given
    const length = Math.floor(Math.min(schema?.maxLength ?? budget, budget))
    return text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .toWellFormed()
  }
  if (Array.isArray(given)) {
    const count = Math.min(schema?.maxItems ?? given.length, Math.max(given.length, 1))
    return given.slice(0, count).map((item) => costlyValue(schema?.items, item, text, budget / count))
  }
  if (typeof given !== 'object' || given === null) return given
  const all = Object.entries(given)
  const made = all.map(([name, inner]) => [
    name,
    costlyValue(schema?.properties?.[name], inner, text, budget / all.length),
  ])
  // An object of any names.
  if (schema && !schema.properties && budget > 10_000)
    for (let number = all.length; number < 200; number += 1) made.push([`n${number}`, text.repeat(20).toWellFormed()])
  return Object.fromEntries(made)
}

/** A value that usually fits the schema; one in three is hostile somewhere. */
export function valueFor(schema: Schema | undefined, next: () => number, depth = 0): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  if (next() < 0.3 || !schema) return pick(hostile)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  if (schema.anyOf) return valueFor(pick(schema.anyOf), next, depth)
  if (schema.type === 'string')
    return pick(['a', 'иван@пример.рф', 'a@b.test', '+79161234567', '2026-02-30', 'ru_season_5'])
  if (schema.type === 'integer' || schema.type === 'number')
    return pick([schema.minimum ?? 1, schema.maximum ?? 10, 1, 2, 7, Math.floor(next() * 100)])
  if (schema.type === 'boolean') return next() < 0.5
  if (schema.type === 'array' && depth < 4)
    return Array.from({ length: Math.floor(next() * 4) }, () => valueFor(schema.items, next, depth + 1))
  if (schema.type === 'object' && depth < 4) {
    const made: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      if (next() < 0.9) made[name] = valueFor(inner, next, depth + 1)
    if (!schema.properties || next() < 0.1)
      made[pick(['id', 'user_id', 'permissions', 'session_epoch', 'x'])] = pick(hostile)
    return made
  }
  return pick(hostile)
}

const heads = [
  '%PDF-1.4\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'PK\x03\x04',
  'GIF89a',
  '<svg onload="x">',
  'MZ',
  '',
]
const names = [
  'файл.pdf',
  'a.png',
  '../../etc/passwd',
  '',
  'x".pdf',
  'a\u0000.pdf',
  `${'я'.repeat(300)}.pdf`,
  '.htaccess',
]

/** The body of an upload: something that looks like a file, or a malformed multipart body. */
export function multipartFor(next: () => number): Buffer {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const noise = Buffer.from(Array.from({ length: Math.floor(next() * 2000) }, () => Math.floor(next() * 256)))
  const whole = multipartBody(Buffer.concat([Buffer.from(pick(heads), 'latin1'), noise]), pick(names))
  if (next() < 0.7) return whole
  const [from, to] = pick([
    ['name="file"', 'name="other"'],
    ['name="file"', 'name="__proto__"'],
    ['; filename=', '; file='],
    ['\r\n\r\n', '\r\n'],
    ['--portal', '-portal'],
    ['Content-Disposition', `X-${'a'.repeat(9000)}: b\r\nContent-Disposition`],
  ] as const)
  return Buffer.from(whole.toString('latin1').replace(from, to), 'latin1')
}
