import { describe, expect, test } from 'vitest'
import { answerFits } from './answer-fits.ts'
import { answerInWords } from './answer-in-words.ts'
import type { Answer, Question, SimpleQuestion } from './question.ts'

const options = [
  { id: 'a', text: 'Первый' },
  { id: 'b', text: 'Второй' },
  { id: 'c', text: 'Третий' },
]
const right = [
  { id: 'x', text: 'Икс' },
  { id: 'y', text: 'Игрек' },
]
const single: SimpleQuestion = { kind: 'single', text: '?', options }
const multiple: SimpleQuestion = { kind: 'multiple', text: '?', options }
const number: SimpleQuestion = { kind: 'number', text: '?', unit: 'км' }
const order: SimpleQuestion = { kind: 'order', text: '?', items: options }
const match: SimpleQuestion = { kind: 'match', text: '?', left: options, right }
const short: SimpleQuestion = { kind: 'short', text: '?' }
const whole: Question = {
  kind: 'case',
  text: '?',
  parts: [
    { id: 'p1', question: single },
    { id: 'p2', question: number },
  ],
}

describe('an answer fits its question, right or wrong', () => {
  test.each<[string, Question, Answer[], unknown[]]>([
    ['one choice', single, ['a', 'c'], ['d', '', ['a'], { a: 'x' }]],
    ['several choices', multiple, [[], ['a'], ['c', 'a']], ['a', ['a', 'a'], ['a', 'd'], { a: 'b' }]],
    ['a number', number, ['3,5', 'три'], [['a'], { a: 'b' }]],
    ['a short text', short, ['да', 'a'], [['a'], { a: 'b' }]],
    ['an order, which may be unfinished', order, [[], ['b'], ['c', 'a', 'b']], ['a', ['a', 'a'], ['d']]],
    [
      'a match, which may be unfinished',
      match,
      [{}, { a: 'x' }, { a: 'x', b: 'x' }],
      ['a', ['a'], { d: 'x' }, { a: 'b' }],
    ],
    [
      'a case',
      whole,
      [{ parts: {} }, { parts: { p1: 'a', p2: null } }, { parts: { p2: '1' } }],
      [
        'a',
        ['a'],
        { p1: 'a' },
        { parts: 'p1' },
        { parts: { p3: 'a' } },
        { parts: { p1: 'd' } },
        { parts: { p1: 'a', p2: ['a'] } },
      ],
    ],
  ])('%s', (_kind, question, fit, unfit) => {
    for (const answer of [null, ...fit]) expect(answerFits(question, answer), JSON.stringify(answer)).toBe(true)
    for (const answer of unfit) expect(answerFits(question, answer as Answer), JSON.stringify(answer)).toBe(false)
  })
})

test('pairs are given by names, never by positions, also when the names are numbers', () => {
  const numbered: SimpleQuestion = { ...match, left: options.map(({ text }, at) => ({ id: String(at), text })) }
  expect(answerFits(numbered, { 0: 'x' })).toBe(true)
  for (const answer of [['x'], 'x']) expect(answerFits(numbered, answer)).toBe(false)
})

test('an answer is given in the words of its question', () => {
  const read: [Question, Answer, string][] = [
    [single, null, ''],
    [single, 'b', 'Второй'],
    [multiple, ['c', 'a'], 'Третий; Первый'],
    [number, '3,5', '3,5 км'],
    [{ ...number, unit: undefined }, '3,5', '3,5'],
    [short, 'Орёл', 'Орёл'],
    [order, ['c', 'a'], 'Третий → Первый'],
    [match, { a: 'x', b: 'y' }, 'Первый — Икс; Второй — Игрек'],
    [whole, { parts: { p1: 'a', p2: '7' } }, '1) Первый; 2) 7 км'],
    [whole, { parts: { p1: null, p2: '7' } }, '2) 7 км'],
    [whole, { parts: {} }, ''],
    // An option that no longer exists is shown by its name.
    [single, 'gone', 'gone'],
  ]
  for (const [question, answer, words] of read) expect(answerInWords(question, answer)).toBe(words)
})
