import { expect, test } from 'vitest'
import type { Question } from './question.ts'
import { formulasIn, picturesOf, questionTexts, textPieces } from './question-texts.ts'

const named = (...texts: string[]) => texts.map((text, at) => ({ id: `o${at}`, text }))
const one = '1'.repeat(32)
const two = '2'.repeat(32)
const whole: Question = {
  kind: 'case',
  text: 'Дело',
  picture: one,
  parts: [
    { id: 'a', question: { kind: 'single', text: 'Один?', options: named('да', 'нет') } },
    { id: 'b', question: { kind: 'short', text: 'Слово?', picture: two } },
  ],
}

test.each<[Question, string[]]>([
  [{ kind: 'single', text: '?', options: named('a', 'b') }, ['?', 'a', 'b']],
  [{ kind: 'multiple', text: '?', options: named('c', 'd') }, ['?', 'c', 'd']],
  [{ kind: 'order', text: '?', items: named('e', 'f') }, ['?', 'e', 'f']],
  [{ kind: 'match', text: '?', left: named('g', 'h'), right: named('i', 'j') }, ['?', 'g', 'h', 'i', 'j']],
  [{ kind: 'number', text: 'сколько?', unit: 'м' }, ['сколько?']],
  [{ kind: 'short', text: 'кто?' }, ['кто?']],
  [whole, ['Дело', 'Один?', 'да', 'нет', 'Слово?']],
])('every text of %o may contain a formula', (question, texts) => {
  expect(questionTexts(question)).toEqual(texts)
})

test.each<[string, [string, boolean][]]>([
  ['без формул', [['без формул', false]]],
  ['$x^2$', [['x^2', true]]],
  [
    'если $x$, то $y$?',
    [
      ['если ', false],
      ['x', true],
      [', то ', false],
      ['y', true],
      ['?', false],
    ],
  ],
  ['цена \\$5 и \\$6', [['цена $5 и $6', false]]],
  ['один $ знак', [['один $ знак', false]]],
  [
    '$x$ и $ знак',
    [
      ['x', true],
      [' и $ знак', false],
    ],
  ],
  [
    '$x$ за \\$5',
    [
      ['x', true],
      [' за $5', false],
    ],
  ],
  // Within a formula the sign stays escaped, because KaTeX reads it.
  ['$5\\$$', [['5\\$', true]]],
  ['', []],
])('the pieces of «%s»', (text, pieces) => {
  expect(textPieces(text).map((piece) => [piece.text, piece.formula])).toEqual(pieces)
  expect(formulasIn(text)).toEqual(pieces.flatMap(([piece, formula]) => (formula ? [piece] : [])))
})

test('the pictures of a question are its own and those of its parts', () => {
  expect(picturesOf(whole)).toEqual([one, two])
  expect(picturesOf({ kind: 'short', text: '?' })).toEqual([])
})
