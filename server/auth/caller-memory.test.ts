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

test('a caller is known by any of their tokens until the token expires', () => {
  const { add, find } = aMemory()
  add('a', 1)
  add('b', 1)
  expect([find('a', until - 1), find('b', 0)]).toEqual([callerOf(1), callerOf(1)])
  expect([find('a', until), find('c', 0)]).toEqual([null, null])
})

test('once something has changed for a person, none of their tokens is known, and those of others are', () => {
  const { add, find, forget, forgetAll } = aMemory()
  for (const [token, account] of Object.entries({ a: 1, b: 1, c: 2 })) add(token, account)
  forget(1)
  forget(3)
  expect(['a', 'b', 'c'].map((token) => find(token, 0)?.accountId)).toEqual([undefined, undefined, 2])
  add('a', 1)
  forgetAll()
  expect(['a', 'c'].map((token) => find(token, 0))).toEqual([null, null])
})

test('an answer that was on its way while something changed is not kept, not even after the next one', () => {
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

test('while changes may be missed nobody is known and nobody is kept', () => {
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

test('a full memory takes no more until tokens expire, and keeps those that are valid', () => {
  const { add, find, state } = aMemory(2)
  add('a', 1)
  add('b', 2, 5)
  add('c', 3, 5)
  expect(['a', 'b', 'c'].map((token) => find(token, 0) !== null)).toEqual([true, true, false])
  state.now = until
  add('c', 3, 5)
  expect(['a', 'b', 'c'].map((token) => find(token, 0) !== null)).toEqual([false, true, true])
})

test('a change is noticed for a person whose earlier tokens were removed from a full memory', () => {
  const { add, find, forget, state } = aMemory(1)
  add('old', 1)
  state.now = until
  add('new', 1, 5)
  // Asked for again, as one of whom nothing is known.
  expect(find('new', until)).toBeNull()
  forget(1)
  expect(find('new', until)).toBeNull()
  add('again', 1, 5)
  expect(find('again', until)).not.toBeNull()
})

test('what a person still has in a full memory is forgotten with the rest', () => {
  const { add, find, forget, state } = aMemory(2)
  add('old', 1)
  add('kept', 1, 5)
  state.now = until
  add('new', 1, 5)
  expect(['old', 'kept', 'new'].map((token) => find(token, 0) !== null)).toEqual([false, true, true])
  forget(1)
  expect(['kept', 'new'].map((token) => find(token, 0))).toEqual([null, null])
})
