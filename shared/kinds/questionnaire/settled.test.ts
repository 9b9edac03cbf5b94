import { expect, test } from 'vitest'
import { joined, settledIn, withSettled } from './settled.ts'

test('an answer is settled only when it is given, and only with a valid version', () => {
  expect(settledIn({ a: '1', b: '', settled: { a: 2, b: 2, c: 1, d: 'x' } })).toEqual({ a: 2 })
  expect(settledIn({ a: '1', settled: { a: 0 } })).toEqual({})
  expect(settledIn({ a: '1', settled: ['a'] })).toEqual({})
  expect(settledIn({ a: '1' })).toEqual({})
})

test('settled answers stay, other answers may change', () => {
  const before = { a: '1', b: '2', settled: { a: 1 } }
  expect(withSettled({ a: '5', b: '4', settled: { b: 1 } }, before)).toEqual({
    a: '1',
    b: '4',
    settled: { a: 1, b: 1 },
  })
})

test('the answers of two devices are merged: settled answers of both stay, and of two settled answers the one saved first wins', () => {
  const theirs = { a: '1', b: '2', times: { a: 100, b: 50 }, settled: { a: 1, b: 1 } }
  const mine = { a: '5', c: '3', d: '', times: { a: 70, c: 20 }, settled: { a: 1, c: 1 } }
  expect(joined(mine, theirs)).toEqual({
    ...{ a: '1', b: '2', c: '3', times: { a: 100, b: 50, c: 20 }, settled: { a: 1, b: 1, c: 1 } },
  })
  expect(joined({}, theirs)).toEqual(theirs)
})
