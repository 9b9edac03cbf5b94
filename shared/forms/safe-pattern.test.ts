import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesSafely, maxMatchedLength, patternFault } from './safe-pattern.ts'

test.each([
  '^\\d{3}-\\d{3}-\\d{3} \\d{2}$',
  '^[А-ЯЁ][а-яё]+(-[А-ЯЁ][а-яё]+)?$',
  '^https?://[^\\s]+$',
  '^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$',
  '^(?:да|нет)$',
  '^\\p{L}+$',
  '\\d',
  '^(ab)+$',
  '^[)(*+]+$',
  'a'.repeat(300),
  // The largest number of ways that is allowed: 400 × 400 × 400.
  '^a+b+c+$',
  'a+b+$',
  '^a+?b+c+$',
  '^a{0,399}b+c+$',
  '^a{1,999}b+c+$',
  '^a{500}b{500,}c{2}d+e+f+$',
  '^(?:a|b)\\]{1,200}e+f{1,400}$',
  '^(?:a+|b+)c{1,200}d+$',
  '^(a?)?b?$',
  '^(?<year>\\d{4})$',
  '^(?:a+){1}$',
  '^[\\]a]+[b]+[c]+$',
  '^\\u0041+\\x41+\\cA+$',
])('R-37 the pattern %s is accepted', (pattern) => expect(patternFault(pattern)).toBeNull())

test.each([
  ['^(a+)+$', 'nested_quantifier'],
  ['^(a*)*$', 'nested_quantifier'],
  ['^(a|a)+$', 'nested_quantifier'],
  ['^(\\d+,?)+$', 'nested_quantifier'],
  ['^((a{1,9})){2}$', 'nested_quantifier'],
  ['^(?:(?:a?)b){5,}$', 'nested_quantifier'],
  ['(?=a+)b', 'look_or_reference'],
  ['(?<!a)b', 'look_or_reference'],
  ['(?!a)b', 'look_or_reference'],
  ['^(?<a>b)\\k<a>$', 'look_or_reference'],
  // The first fault is reported.
  ['^(a+)+(?=b)$', 'nested_quantifier'],
  ['(?=b)(a+)+$', 'look_or_reference'],
  ['^(?:a|b){2}$', 'nested_quantifier'],
  ['^(?:ab?)*$', 'nested_quantifier'],
  ['^a*b+c+$', 'too_many_ways'],
  ['^a+b+c+d?$', 'too_many_ways'],
  ['a*b+$', 'too_many_ways'],
  ['^a+b+|c$', 'too_many_ways'],
  ['^a{0,400}b+c+$', 'too_many_ways'],
  ['^(?:a+|b+)c{1,201}d+$', 'too_many_ways'],
  ['^[ab]*[ab]*[ab]*$', 'too_many_ways'],
  ['^\\p{L}*\\p{L}*\\p{L}*$', 'too_many_ways'],
  ['^(a+)(b+)(c+)d?$', 'too_many_ways'],
  ['^(a+)\\1$', 'look_or_reference'],
  ['^\\d*\\d*\\d*\\d*x$', 'too_many_ways'],
  ['\\s+\\s+\\s+$', 'too_many_ways'],
  [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, 'too_many_ways'],
  ['^[a-z', 'syntax'],
  ['a**', 'syntax'],
  // Valid only without the flag «u».
  ['^\\-$', 'syntax'],
  ['^(a+)?b+c+$', 'too_many_ways'],
  ['a'.repeat(301), 'too_long'],
])('R-37 the pattern %s is refused: %s', (pattern, fault) => expect(patternFault(pattern)).toBe(fault))

test('R-37 a refused pattern and a text that is too long are never run', () => {
  expect(matchesSafely('^(a+)+$', 'a'.repeat(50))).toBeNull()
  expect(matchesSafely('^a', 'a'.repeat(maxMatchedLength + 1))).toBeNull()
  expect(matchesSafely('^a', 'a'.repeat(maxMatchedLength))).toBe(true)
})

test('R-37 an accepted pattern matches like a plain RegExp', () => {
  expect(matchesSafely('^\\d{4}$', '2026')).toBe(true)
  expect(matchesSafely('^\\d{4}$', '202')).toBe(false)
  expect(matchesSafely('ё', 'ёж')).toBe(true)
  expect(matchesSafely('^.$', '😀')).toBe(true)
})

/** A pattern with its own matcher, which tries every way as a RegExp does and counts its steps. */
interface Piece {
  source: string
  /** Whether this piece matches from here, and the rest of the pattern after it. */
  at(trial: Trial, from: number, next: (to: number) => boolean): boolean
}
interface Trial {
  text: string
  steps: number
}
/**
 * Three parts of free length, each tried at every place of the longest text; the factor is for the pattern's own steps.
 */
const maxSteps = 4 * maxMatchedLength ** 3

const one = (source: string): Piece => {
  const fits = new RegExp(`^${source}$`, 'u')
  return {
    source,
    at(trial, from, next) {
      trial.steps += 1
      if (trial.steps > maxSteps) throw new Error('too many steps')
      return from < trial.text.length && fits.test(trial.text.charAt(from)) && next(from + 1)
    },
  }
}
const sequence = (parts: Piece[]): Piece => ({
  source: parts.map(({ source }) => source).join(''),
  at: (trial, from, next) =>
    parts.reduceRight<(at: number) => boolean>((rest, part) => (at) => part.at(trial, at, rest), next)(from),
})
const either = (parts: Piece[]): Piece => ({
  source: parts.map(({ source }) => source).join('|'),
  at: (trial, from, next) => parts.some((part) => part.at(trial, from, next)),
})
const group = (inner: Piece): Piece => ({ ...inner, source: `(?:${inner.source})` })
const repeated = (part: Piece, [sign, min, max]: readonly [string, number, number]): Piece => {
  const again = (trial: Trial, from: number, next: (to: number) => boolean, done: number): boolean =>
    (done < max && part.at(trial, from, (to) => (to > from || done < min) && again(trial, to, next, done + 1))) ||
    (done >= min && next(from))
  return { source: part.source + sign, at: (trial, from, next) => again(trial, from, next, 0) }
}

const endless = Number.POSITIVE_INFINITY
const quantifiers = [
  ...[['', 1, 1] as const, ['', 1, 1] as const, ['*', 0, endless] as const, ['+', 1, endless] as const],
  ...[['?', 0, 1] as const, ['{2}', 2, 2] as const, ['{0,3}', 0, 3] as const, ['{2,}', 2, endless] as const],
]
const { pattern } = fc.letrec<{ pattern: Piece }>((tie) => ({
  pattern: fc
    .array(
      fc
        .tuple(
          fc.oneof(
            { maxDepth: 2, withCrossShrink: true },
            fc.constantFrom('a', '[ab]', '\\w', '.', 'b').map(one),
            tie('pattern').map(group),
          ),
          fc.constantFrom(...quantifiers),
        )
        .map(([part, times]) => repeated(part, times)),
      { minLength: 1, maxLength: 5 },
    )
    .chain((parts) => fc.constantFrom(sequence(parts), either(parts))),
}))

test('R-37 no accepted pattern takes many steps, even on texts made for that', () => {
  const hostile = [`${'a'.repeat(59)}!`, `${'ab'.repeat(29)}!`]
  let accepted = 0
  fc.assert(
    fc.property(pattern, fc.boolean(), ({ source, at }, whole) => {
      // Brackets: otherwise the signs of the ends would belong to one alternative only.
      const sign = whole ? `^(?:${source})$` : source
      if (patternFault(sign) !== null) return
      accepted += 1
      for (const text of hostile) {
        const trial = { text, steps: 0 }
        const starts = whole ? [0] : text.split('').keys()
        const found = [...starts].some((from) => at(trial, from, (to) => !whole || to === text.length))
        expect([sign, found]).toEqual([sign, new RegExp(sign, 'u').test(text)])
      }
    }),
    { numRuns: 500 },
  )
  expect(accepted).toBeGreaterThan(100)
})
