import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuestionKey } from './question.ts'
import { decimal, scoreOf, shareOf } from './score.ts'

const options = ['a', 'b', 'c', 'd']
const multiple = (right: string[], partial: boolean): QuestionKey => ({ kind: 'multiple', options: right, partial })

describe('a question of one choice', () => {
  test('earns everything for the right option and nothing for another option or for none', () => {
    const key: QuestionKey = { kind: 'single', option: 'b' }
    expect([shareOf(key, 'b'), shareOf(key, 'a'), shareOf(key, null), shareOf(key, ['b'])]).toEqual([1, 0, 0, 0])
  })
})

describe('a question of several choices', () => {
  test('earns everything or nothing unless the key is partial', () => {
    expect(shareOf(multiple(['a', 'c'], false), ['c', 'a'])).toBe(1)
    expect(shareOf(multiple(['a', 'c'], false), ['a'])).toBe(0)
    expect(shareOf(multiple(['a', 'c'], false), ['a', 'b', 'c'])).toBe(0)
  })

  test('a wrong choice cancels a right one, but never below zero', () => {
    expect(shareOf(multiple(['a', 'c'], true), ['a'])).toBe(0.5)
    expect(shareOf(multiple(['a', 'b', 'c'], true), ['a', 'b', 'd'])).toBeCloseTo(1 / 3)
    expect(shareOf(multiple(['a'], true), ['b', 'c', 'd'])).toBe(0)
  })

  test('choosing everything earns nothing when half of the options or fewer are right', () => {
    fc.assert(
      fc.property(fc.subarray(options, { minLength: 1, maxLength: 2 }), (right) => {
        expect(shareOf(multiple(right, true), options)).toBe(0)
      }),
    )
  })

  test('an option that is sent twice counts once', () => {
    expect(shareOf(multiple(['a', 'c'], true), ['a', 'a'])).toBe(0.5)
  })
})

describe('a number', () => {
  const near = (value: number, tolerance: number, typed: string) => shareOf({ kind: 'number', value, tolerance }, typed)

  test.each([
    ['3,5', 1],
    ['3.5', 1],
    [' 3,50 ', 1],
    ['3,6', 1],
    ['3,4', 1],
    ['3,61', 0],
    ['3,39', 0],
    ['', 0],
    ['три', 0],
    ['3,5,1', 0],
    ['.', 0],
    ['9'.repeat(400), 0],
  ])('«%s» for 3,5 ± 0,1 earns %d', (typed, share) => {
    expect(near(3.5, 0.1, typed)).toBe(share)
  })

  test('a text that is no number does not count as zero, and up to sixty digits are read', () => {
    for (const typed of ['', '.', '-', ',', 'ноль']) expect(near(0, 0, typed), typed).toBe(0)
    expect(near(7, 0, `${'0'.repeat(59)}7`)).toBe(1)
    expect(near(7, 0, `${'0'.repeat(60)}7`)).toBe(0)
    expect(near(7, 0, `0,${'0'.repeat(58)}7`)).toBe(0)
  })

  test('accepts spaces between thousands and every minus sign', () => {
    expect(near(-12_500, 0, '−12 500')).toBe(1)
    expect(near(-12_500, 0, '–12\u00a0500,0')).toBe(1)
    expect(near(1e-7, 0, '0,0000001')).toBe(1)
    expect(near(1e21, 0, '1000000000000000000000')).toBe(1)
  })

  test('the bounds of the tolerance are exact, although binary fractions are not', () => {
    expect(near(0.3, 0.1, '0,4')).toBe(1)
    fc.assert(
      fc.property(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 999 }), (value, tolerance) => {
        const inWords = (units: number) => (units / 100).toFixed(2).replace('.', ',')
        expect(near(value / 100, tolerance / 100, inWords(value + tolerance))).toBe(1)
        expect(near(value / 100, tolerance / 100, inWords(value - tolerance))).toBe(1)
        expect(near(value / 100, tolerance / 100, inWords(value + tolerance + 1))).toBe(0)
        expect(near(value / 100, tolerance / 100, inWords(value - tolerance - 1))).toBe(0)
      }),
    )
  })
})

describe('a short text', () => {
  const key: QuestionKey = { kind: 'short', texts: ['Орёл', 'город Орёл'] }
  test.each([
    ['орел', 1],
    ['ОРЁЛ', 1],
    ['  Город   орел ', 1],
    ['город\u00a0Орёл', 1],
    ['орёл.', 0],
    ['го род орёл', 0],
    ['', 0],
  ])('«%s» earns %d', (typed, share) => {
    expect(shareOf(key, typed)).toBe(share)
  })
})

describe('an order', () => {
  const key = (partial: boolean): QuestionKey => ({ kind: 'order', items: options, partial })
  test('earns everything or nothing, or with a partial key a share for each item at its place', () => {
    expect(shareOf(key(false), options)).toBe(1)
    expect(shareOf(key(false), ['a', 'b', 'd', 'c'])).toBe(0)
    expect(shareOf(key(true), ['a', 'b', 'd', 'c'])).toBe(0.5)
  })

  test('an item that is repeated or left out earns nothing', () => {
    expect(shareOf(key(true), ['a', 'a', 'a', 'a'])).toBe(0)
    expect(shareOf(key(true), ['a', 'b'])).toBe(0)
  })
})

test('a match earns everything or nothing, or with a partial key a share for each right pair', () => {
  const key = (partial: boolean): QuestionKey => ({ kind: 'match', pairs: { a: 'x', b: 'y' }, partial })
  expect(shareOf(key(false), { a: 'x', b: 'y' })).toBe(1)
  expect(shareOf(key(false), { a: 'x' })).toBe(0)
  expect(shareOf(key(true), { a: 'x', b: 'x' })).toBe(0.5)
  expect(shareOf(key(true), ['x', 'y'])).toBe(0)
})

test('an answer that does not fit its question earns nothing, and so does a question without points to earn', () => {
  const match: QuestionKey = { kind: 'match', pairs: { a: 'x' }, partial: false }
  for (const answer of [null, 'a', ['a'], { parts: { a: 'x' } }]) expect(shareOf(match, answer)).toBe(0)
  expect(shareOf(multiple(['a', 'c'], false), 'ac')).toBe(0)
  expect(shareOf(multiple(['a', 'c'], false), null)).toBe(0)
  expect(shareOf({ kind: 'order', items: ['a'], partial: false }, 'a')).toBe(0)
  expect(shareOf({ kind: 'single', option: 'b' }, { parts: { p: 'b' } })).toBe(0)
  expect(shareOf(multiple([], false), [])).toBe(0)
  expect(shareOf(multiple([], true), [])).toBe(0)
  expect(shareOf({ kind: 'case', parts: {} }, { parts: {} })).toBe(0)
})

test('a case earns the mean of its parts', () => {
  const key: QuestionKey = {
    kind: 'case',
    parts: { p1: { kind: 'single', option: 'a' }, p2: { kind: 'short', texts: ['да'] } },
  }
  expect(shareOf(key, { parts: { p1: 'a', p2: 'ДА' } })).toBe(1)
  expect(shareOf(key, { parts: { p1: 'a', p2: null } })).toBe(0.5)
  expect(shareOf(key, 'a')).toBe(0)
  expect(shareOf(key, null)).toBe(0)
})

describe('the score of a paper', () => {
  const right = { question: { kind: 'short', text: '?' }, key: { kind: 'short', texts: ['да'] }, answer: 'да' } as const
  const paper = (points: number[], answers: string[]) =>
    scoreOf(
      points.map((of, at) => ({
        ...right,
        key: { kind: 'short', texts: ['да'] },
        answer: answers[at] ?? null,
        points: of,
      })),
    )

  test('is out of 100, weighted by the points of each question', () => {
    expect(paper([1, 3], ['да', 'нет'])).toEqual({ score: 25, earned: 1, of: 4, shares: [1, 0] })
    expect(paper([1, 1, 1], ['да']).score).toBe(33.33)
    // 3.125: half a hundredth is rounded up.
    expect(paper([1, 31], ['да']).score).toBe(3.13)
    expect(paper([0.1, 0.1, 0.1, 0.1, 0.1], ['да', 'да', 'да']).score).toBe(60)
  })

  test('a question that is left out of the count changes nothing', () => {
    const out = { ...right, key: null, answer: 'нет', points: 5 }
    const counts = { ...right, key: { kind: 'short' as const, texts: ['да'] }, points: 1 }
    expect(scoreOf([counts, out])).toEqual({ score: 100, earned: 1, of: 1, shares: [1, null] })
    expect(scoreOf([out]).score).toBe(0)
  })

  test('is between 0 and 100, and one more right answer never lowers it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ points: fc.integer({ min: 1, max: 1000 }), right: fc.boolean() }), { minLength: 1 }),
        (questions) => {
          const points = questions.map((each) => each.points / 10)
          const answers = questions.map((each) => (each.right ? 'да' : 'нет'))
          const { score } = paper(points, answers)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100)
          for (const at of answers.keys())
            expect(paper(points, answers.with(at, 'да')).score).toBeGreaterThanOrEqual(score)
        },
      ),
    )
  })
})

test('a number is read as whole units of a power of ten, with at most sixty digits', () => {
  expect(decimal('1e3')).toEqual({ units: 1000n, scale: 0 })
  expect(decimal('−1,25')).toEqual({ units: -125n, scale: 2 })
  const digits = (whole: number, part: number) => decimal(`${'1'.repeat(whole)}.${'1'.repeat(part)}`)
  expect(digits(30, 30)?.scale).toBe(30)
  expect([digits(31, 30), digits(30, 31), digits(61, 0)]).toEqual([null, null, null])
})
