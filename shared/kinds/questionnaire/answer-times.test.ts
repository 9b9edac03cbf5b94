import { expect, test } from 'vitest'
import type { FormField } from '#shared/forms/fields/field.ts'
import { plausibleTimes, timesIn } from './answer-times.ts'
import { isScale, progressOf } from './progress.ts'

const day = 24 * 3_600_000

test('only times of whole milliseconds below a day count', () => {
  const times = { a: 1, b: day - 1, c: day, d: 0, e: -5, f: 1.5, g: '7', h: null }
  expect(timesIn({ times })).toEqual({ a: 1, b: day - 1 })
  expect(timesIn({ times: { a: 5 } })).toEqual({ a: 5 })
  for (const none of [{}, { times: null }, { times: [5] }, { times: 'x' }, { times: { a: 0 } }, { times: {} }])
    expect(timesIn(none)).toBeNull()
})

test('times are taken for existing questions, unless their sum exceeds the time that has passed by more than half a minute', () => {
  const of = (times: Record<string, number>, passed: number) => plausibleTimes({ times }, ['a', 'b'], passed)
  expect(of({ a: 40_000, b: 20_000, other: 900_000 }, 30_000)).toEqual({ a: 40_000, b: 20_000 })
  expect(of({ a: 40_000, b: 20_001 }, 30_000)).toBeNull()
  expect(of({ a: 1 }, 0)).toEqual({ a: 1 })
  expect(of({ other: 5 }, 30_000)).toBeNull()
  expect(plausibleTimes({}, ['a'], 30_000)).toBeNull()
})

test('the remaining minutes are rounded up, and 0 at the end', () => {
  const fields = ['a', 'b', 'c'].map((name): FormField => ({ name, label: name, view: 'radio' }))
  expect(progressOf(fields, { a: '1', other: '2' }, 40)).toEqual({ answered: 1, all: 3, minutes: 2 })
  expect(progressOf(fields, { a: '1', b: '1' }, 61).minutes).toBe(2)
  expect(progressOf(fields, { a: '1', b: ' ' }, 30)).toEqual({ answered: 1, all: 3, minutes: 1 })
  expect(progressOf(fields, { a: '1', b: '1', c: '2' }, 30)).toEqual({ answered: 3, all: 3, minutes: 0 })
})

test('three or more marks in order are a scale', () => {
  const field = (...ids: string[]): FormField => ({
    ...{ name: 'a', label: 'a', view: 'radio' },
    options: ids.map((id) => ({ id, value: id })),
  })
  expect(
    [['1', '2', '3'], ['1', '2'], ['0', '1', '2'], ['1', '3', '2'], []].map((ids) => isScale(field(...ids))),
  ).toEqual([true, false, false, false, false])
  expect(isScale({ name: 'a', label: 'a', view: 'text' })).toBe(false)
})
