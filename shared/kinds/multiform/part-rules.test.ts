import { expect, test } from 'vitest'
import { neededOf, progressOfParts, ruleOf } from './part-rules.ts'

const settings = { parts: [{ code: 'extra', required: false, weight: 3 }] }

test('a part is required and has the weight 1, unless the organiser says otherwise', () => {
  expect(ruleOf(settings, 'main')).toEqual({ required: true, weight: 1 })
  expect(ruleOf(settings, 'extra')).toEqual({ required: false, weight: 3 })
})

test('the whole depends on its required parts, or on all parts when none is required', () => {
  const parts = [{ required: true }, { required: false }]
  expect(neededOf(parts)).toEqual([{ required: true }])
  expect(neededOf([{ required: false }])).toEqual([{ required: false }])
  expect(neededOf([])).toEqual([])
})

test('progress counts the needed parts that are handed in, by their weight', () => {
  const part = (required: boolean, weight: number, done: boolean) => ({ required, weight, done })
  expect(progressOfParts([part(true, 1, true), part(true, 4, false), part(false, 9, true)])).toEqual({
    ...{ done: 1, all: 2, share: 1, whole: 5 },
  })
  expect(progressOfParts([])).toEqual({ done: 0, all: 0, share: 0, whole: 0 })
})
