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
  ['^(a+)\\1$', 'look_or_reference'],
  ['^\\d*\\d*\\d*\\d*x$', 'too_many_ways'],
  ['\\s+\\s+\\s+$', 'too_many_ways'],
  [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, 'too_many_ways'],
  ['^[a-z', 'syntax'],
  ['a**', 'syntax'],
  ['a'.repeat(301), 'too_long'],
])('R-37 the pattern %s is refused: %s', (pattern, fault) => expect(patternFault(pattern)).toBe(fault))

test('R-37 a refused pattern and a text that is too long are never run', () => {
  expect(matchesSafely('^(a+)+$', 'a'.repeat(50))).toBeNull()
  expect(matchesSafely('^a', 'a'.repeat(maxMatchedLength + 1))).toBeNull()
})

test('R-37 an accepted pattern matches like a plain RegExp', () => {
  expect(matchesSafely('^\\d{4}$', '2026')).toBe(true)
  expect(matchesSafely('^\\d{4}$', '202')).toBe(false)
  expect(matchesSafely('ё', 'ёж')).toBe(true)
})

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc
    .array(
      fc
        .tuple(
          fc.oneof(
            { maxDepth: 3, withCrossShrink: true },
            fc.constantFrom('a', '[ab]', '\\w', '.', 'b'),
            tie('pattern').map((inner) => `(?:${inner})`),
          ),
          fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,3}', '{2,}'),
        )
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 6 },
    )
    .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'), `^${parts.join('')}$`)),
}))

test('R-37 no accepted pattern hangs, even on texts made for that', () => {
  const hostile = [`${'a'.repeat(maxMatchedLength - 1)}!`, `${'ab'.repeat(maxMatchedLength / 2 - 1)}!`]
  fc.assert(
    fc.property(pattern, (source) => {
      if (patternFault(source) !== null) return
      const before = performance.now()
      for (const text of hostile) matchesSafely(source, text)
      expect(performance.now() - before).toBeLessThan(3000)
    }),
    { numRuns: 500 },
  )
}, 60_000)
