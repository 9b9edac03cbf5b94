import { expect, test } from 'vitest'
import { numberOf } from './an-account.ts'

test('every person made in a process of tests has a different Russian mobile number', () => {
  const numbers = Array.from({ length: 20_000 }, (_none, person) => numberOf(person))
  expect(numbers.filter((number) => !/^\+79\d{9}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})
