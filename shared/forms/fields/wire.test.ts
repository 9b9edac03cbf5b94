import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { answerData } from './wire.ts'

test('an answer has at most 300 fields, with names of at most 128 characters', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_none, place) => [`f${place}`, 1]))
  expect([fields(300), fields(301)].map((data) => Value.Check(answerData, data))).toEqual([true, false])
  const named = (length: number) => ({ ['x'.repeat(length)]: 1 })
  expect([named(128), named(129)].map((data) => Value.Check(answerData, data))).toEqual([true, false])
})
