import { expect, test } from 'vitest'
import type { AuthenticatedCaller } from './authenticate.ts'
import { callerMemory } from './caller-memory.ts'

const until = 1000
const callerOf = (accountId: number) => ({ accountId, until }) as AuthenticatedCaller

function aMemory(maxTokens?: number) {
  const state = { trusted: true, now: 0 }
  const callers = callerMemory({ trusted: () => state.trusted, clock: () => new Date(state.now), maxTokens })
  const add = (token: string, accountId: number, more = 0) =>
    callers.keep(callers.begin(accountId), token, { ...callerOf(accountId), until: until + more })
  return { ...callers, state, add }
}

test('a caller is found by any of their tokens until the token expires', () => {
  const { add, find } = aMemory()
  add('a', 1)
  add('b', 1)
  expect([find('a', until - 1), find('b', 0)]).toEqual([callerOf(1), callerOf(1)])
  expect([find('a', until), find('c', 0)]).toEqual([null, null])
})

test('after a change to a person none of their tokens is found, and those of others still are', () => {
  const { add, find, forget, forgetAll } = aMemory()
  for (const [token, account] of Object.entries({ a: 1, b: 1, c: 2 })) add(token, account)
  forget(1)
  forget(3)
  expect(['a', 'b', 'c'].map((token) => find(token, 0)?.accountId)).toEqual([undefined, undefined, 2])
  add('a', 1)
  forgetAll()
  expect(['a', 'c'].map((token) => find(token, 0))).toEqual([null, null])
})

test('an answer that was being read during a change is not cached, not even after the next read', () => {
  const { begin, keep, add, find, forget, forgetAll } = aMemory()
  for (const change of [() => forget(1), forgetAll]) {
    const late = begin(1)
    change()
    keep(late, 'late', callerOf(1))
    add('fresh', 1)
    keep(late, 'late', callerOf(1))
    expect([find('late', 0), find('fresh', 0)]).toEqual([null, callerOf(1)])
    change()
    expect(find('fresh', 0)).toBeNull()
  }
})

test('while changes may be missed, no caller is found or cached', () => {
  const { add, find, begin, keep, state } = aMemory()
  add('a', 1)
  const begun = begin(1)
  state.trusted = false
  expect([find('a', 0), begin(2)]).toEqual([null, null])
  keep(begun, 'b', callerOf(1))
  keep(null, 'c', callerOf(1))
  state.trusted = true
  keep(null, 'd', callerOf(1))
  expect(['a', 'b', 'c', 'd'].map((token) => find(token, 0) !== null)).toEqual([true, false, false, false])
})

test('a full cache accepts no more until tokens expire, and keeps the valid ones', () => {
  const { add, find, state } = aMemory(2)
  add('a', 1)
  add('b', 2, 5)
  add('c', 3, 5)
  expect(['a', 'b', 'c'].map((token) => find(token, 0) !== null)).toEqual([true, true, false])
  state.now = until
  add('c', 3, 5)
  expect(['a', 'b', 'c'].map((token) => find(token, 0) !== null)).toEqual([false, true, true])
})

test('a change is noticed for a person whose earlier tokens were removed from a full cache', () => {
  const { add, find, forget, state } = aMemory(1)
  add('old', 1)
  state.now = until
  add('new', 1, 5)
  // Not cached: removing the expired token has removed the person too, so the caller is read again.
  expect(find('new', until)).toBeNull()
  forget(1)
  expect(find('new', until)).toBeNull()
  add('again', 1, 5)
  expect(find('again', until)).not.toBeNull()
})

test('a change removes all tokens of a person, also those cached before expired ones were removed', () => {
  const { add, find, forget, state } = aMemory(2)
  add('old', 1)
  add('kept', 1, 5)
  state.now = until
  add('new', 1, 5)
  expect(['old', 'kept', 'new'].map((token) => find(token, 0) !== null)).toEqual([false, true, true])
  forget(1)
  expect(['kept', 'new'].map((token) => find(token, 0))).toEqual([null, null])
})
