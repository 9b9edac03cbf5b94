import { expect, test } from 'vitest'
import { answerOfKey, keyOfAnswer } from './key-of-answer.ts'
import type { Answer, Question, QuestionKey, SimpleKey, SimpleQuestion } from './question.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Вариант ${id}` }))
const text = 'Вопрос?'
const simple: [SimpleQuestion, SimpleKey, Answer][] = [
  [{ kind: 'single', text, options }, { kind: 'single', option: 'b' }, 'b'],
  [{ kind: 'multiple', text, options }, { kind: 'multiple', options: ['a', 'c'], partial: true }, ['a', 'c']],
  [{ kind: 'order', text, items: options }, { kind: 'order', items: ['b', 'a', 'c'], partial: false }, ['b', 'a', 'c']],
  [
    { kind: 'match', text, left: options.slice(0, 2), right: options },
    { kind: 'match', pairs: { a: 'c', b: 'a' }, partial: true },
    { a: 'c', b: 'a' },
  ],
  [{ kind: 'number', text }, { kind: 'number', value: -3.5, tolerance: 0.1 }, '-3,5'],
  [{ kind: 'short', text }, { kind: 'short', texts: ['Орёл', 'город Орёл'] }, 'Орёл | город Орёл'],
]
const parts = simple.map(([question], at) => ({ id: `p${at}`, question }))
const whole: Question = { kind: 'case', text, parts }
const wholeKey: QuestionKey = {
  kind: 'case',
  parts: Object.fromEntries(simple.map(([, key], at) => [`p${at}`, key])),
}

test.each<[Question, QuestionKey, Answer]>([
  ...simple,
  [whole, wholeKey, { parts: Object.fromEntries(simple.map(([, , answer], at) => [`p${at}`, answer])) } as Answer],
])('a key becomes a right answer, and that answer the same key: %j', (question, key, answer) => {
  expect(answerOfKey(key)).toEqual(answer)
  expect(keyOfAnswer(question, key, answer)).toEqual(key)
  expect(keyOfAnswer(question, key, null)).toBeNull()
})

test('an incomplete answer, or an answer of another kind, is no key', () => {
  const [[, single] = [], [, multiple] = [], , [match, pairs] = [], [number, value] = [], [short, texts] = []] = simple
  if (!single || !multiple || !match || !pairs || !number || !value || !short || !texts) throw new Error('no question')
  expect(keyOfAnswer(match, pairs, { a: 'c' })).toBeNull()
  expect(keyOfAnswer(match, pairs, ['a'])).toBeNull()
  expect(keyOfAnswer(number, value, 'много')).toBeNull()
  expect(keyOfAnswer(short, texts, ' | ')).toBeNull()
  expect(keyOfAnswer(number, multiple, 'a')).toBeNull()
  expect(keyOfAnswer(number, single, ['a'])).toBeNull()
  expect(keyOfAnswer(whole, wholeKey, { parts: { p0: 'b' } })).toBeNull()
  expect(keyOfAnswer(whole, single, 'b')).toBeNull()
})

test.each([
  ['−12 000,5', -12_000.5],
  ['1 000', 1000],
  ['1'.repeat(400), null],
  ['1e999', null],
])('the number «%s» is the key %s', (typed, value) => {
  const key = { kind: 'number', value: 0, tolerance: 0 } as const
  expect(keyOfAnswer({ kind: 'number', text }, key, typed)).toEqual(value === null ? null : { ...key, value })
})

test('pairs are a key only of a question with pairs, and a text only of a question with texts', () => {
  const pairs = { kind: 'match', pairs: {}, partial: true } as const
  expect(keyOfAnswer({ kind: 'single', text, options }, pairs, { a: 'c' })).toBeNull()
  expect(keyOfAnswer({ kind: 'match', text, left: options, right: options }, pairs, 'a')).toBeNull()
  expect(keyOfAnswer({ kind: 'short', text }, { kind: 'short', texts: ['а'] }, 'да')).toEqual({
    ...{ kind: 'short' },
    texts: ['да'],
  })
})

test('a list is no set of pairs, even when the paired items have numbers as names', () => {
  const numbered = ['0', '1'].map((id) => ({ id, text: `Вариант ${id}` }))
  const question = { kind: 'match', text, left: numbered, right: options } as const
  expect(
    keyOfAnswer({ ...question, left: [...numbered] }, { kind: 'match', pairs: {}, partial: true }, ['a', 'b']),
  ).toBeNull()
})
