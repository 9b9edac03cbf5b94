import { expect, test } from 'vitest'
import { isAnsweredInPart } from './answered-in-part.ts'
import type { Answer, Question, SimpleQuestion } from './question.ts'

const named = (...ids: string[]) => ids.map((id) => ({ id, text: id }))
const match: SimpleQuestion = { kind: 'match', text: '?', left: named('a', 'b'), right: named('x', 'y') }
const short: SimpleQuestion = { kind: 'short', text: '?' }
const multiple: SimpleQuestion = { kind: 'multiple', text: '?', options: named('a', 'b') }
const inParts: Question = {
  kind: 'case',
  text: '?',
  parts: [
    { id: 'p1', question: short },
    { id: 'p2', question: match },
  ],
}

test.each<[string, Question, Answer, boolean]>([
  ['no answer at all', match, null, false],
  ['a pair is missing', match, { a: 'x' }, true],
  ['every pair', match, { a: 'x', b: 'x' }, false],
  ['a part is missing', inParts, { parts: { p1: 'да' } }, true],
  ['a part was taken back', inParts, { parts: { p1: null, p2: { a: 'x', b: 'y' } } }, true],
  ['a pair of a part is missing', inParts, { parts: { p1: 'да', p2: { b: 'y' } } }, true],
  ['every part', inParts, { parts: { p1: 'да', p2: { a: 'x', b: 'y' } } }, false],
  ['one of several options', multiple, ['a'], false],
  ['a short text', short, 'да', false],
])('a question may be answered in part: %s', (_, question, answer, inPart) => {
  expect(isAnsweredInPart(question, answer)).toBe(inPart)
})
