import { expect, test } from 'vitest'
import { keyInLine, keyOfLine } from './key-in-line.ts'
import type { QuestionKey } from './question.ts'

test.each<[QuestionKey, string]>([
  [{ kind: 'single', option: 'b' }, 'b'],
  [{ kind: 'multiple', options: ['a', 'c'], partial: true }, 'a|c'],
  [{ kind: 'order', items: ['b', 'a'], partial: false }, 'b|a'],
  [{ kind: 'number', value: -3.5, tolerance: 0.1 }, '-3,5'],
  [{ kind: 'short', texts: ['Орёл', 'город Орёл'] }, 'Орёл|город Орёл'],
])('a key is one line and comes back whole: %j', (key, line) => {
  expect(keyInLine(key)).toBe(line)
  expect(keyOfLine(key, line)).toEqual(key)
})

test('a key that is no line, and a line that is no key, give nothing', () => {
  expect(keyInLine({ kind: 'match', pairs: { a: 'b' }, partial: false })).toBeNull()
  expect(keyOfLine({ kind: 'number', value: 1, tolerance: 0 }, 'много')).toBeNull()
  expect(keyOfLine({ kind: 'single', option: 'a' }, 'a|b')).toBeNull()
  expect(keyOfLine({ kind: 'single', option: 'a' }, ' ')).toBeNull()
})
