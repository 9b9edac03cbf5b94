import { expect, test } from 'vitest'
import { heardRecently } from '#server/platform/db/hearing.ts'
import { type MemoryOptions, type PollMemory, pollMemory } from './poll-memory.ts'

const now = 1_000_000
const until = now + 600_000
const answer = (body: string) => ({ etag: `"${body}"`, body, until, now })

function aMemory(options: Partial<MemoryOptions> = {}) {
  return pollMemory({ trusted: () => true, ...options })
}

/** Reads and stores, as one call of the router does. */
function learn(memory: PollMemory, accountId: number, token: string, body: string) {
  const reading = memory.begin(accountId, now)
  if (reading) memory.keep(reading, token, answer(body))
}

test('a stored answer is found by its token until the token expires', () => {
  const memory = aMemory()
  learn(memory, 1, 'a', 'body')
  expect(memory.find('a', now)).toMatchObject({ etag: '"body"', body: 'body' })
  expect(memory.find('a', until)).toBeNull()
  expect(memory.find('b', now)).toBeNull()
})

test('nothing is returned or stored while the listener is not trusted', () => {
  let trusted = true
  const memory = aMemory({ trusted: () => trusted })
  learn(memory, 1, 'a', 'body')
  const underWay = memory.begin(2, now)
  trusted = false
  expect(memory.find('a', now)).toBeNull()
  expect(memory.begin(1, now)).toBeNull()
  if (underWay) memory.keep(underWay, 'b', answer('body'))
  trusted = true
  expect(memory.find('b', now)).toBeNull()
})

test('a read is not stored when something changed during it', () => {
  for (const change of [
    (memory: PollMemory) => memory.forget(1, 'notifications'),
    (memory: PollMemory) => memory.forget(1, 'access'),
    (memory: PollMemory) => memory.forgetAll(),
  ]) {
    const memory = aMemory()
    const reading = memory.begin(1, now)
    change(memory)
    if (reading) memory.keep(reading, 'a', answer('old'))
    expect(memory.find('a', now)).toBeNull()
    learn(memory, 1, 'a', 'new')
    expect(memory.find('a', now)?.body).toBe('new')
  }
})

test('after new notifications one read serves all tokens of the person; after a change of access each is checked again', () => {
  const memory = aMemory()
  for (const token of ['phone', 'laptop']) learn(memory, 1, token, 'old')
  memory.forget(1, 'notifications')
  expect(memory.find('laptop', now)).toBeNull()
  learn(memory, 1, 'phone', 'new')
  expect(memory.find('laptop', now)?.body).toBe('new')
  memory.forget(1, 'access')
  learn(memory, 1, 'phone', 'newer')
  expect(memory.find('phone', now)?.body).toBe('newer')
  expect(memory.find('laptop', now)).toBeNull()
})

test('when the space for bodies is full, the oldest answers lose their body and keep their etag', () => {
  const memory = aMemory({ maxBodyBytes: 10 })
  for (const id of [1, 2, 3]) learn(memory, id, `t${id}`, 'body')
  expect(memory.find('t1', now)).toMatchObject({ etag: '"body"', body: null })
  expect(memory.find('t3', now)).toMatchObject({ etag: '"body"', body: 'body' })
  expect(memory.size().bodies).toBe(8)
})

test('expired tokens make room for others, and a full cache stores no more', () => {
  const memory = aMemory({ maxTokens: 2 })
  const keep = (token: string, at: number, end: number) => {
    const reading = memory.begin(Number(token), at)
    if (reading) memory.keep(reading, token, { etag: '"e"', body: 'b', until: end, now: at })
  }
  keep('1', now, now + 1000)
  keep('2', now, now + 900_000)
  keep('3', now, now + 900_000)
  expect(memory.size().tokens).toBe(2)
  keep('4', now + 300_000, now + 900_000)
  expect(memory.find('4', now + 300_000)).not.toBeNull()
  expect(memory.find('2', now + 300_000)).not.toBeNull()
  // A person whose tokens have all expired is removed completely.
  expect(memory.size()).toMatchObject({ tokens: 2, people: 2 })
})

test('the listener is trusted for less than 15 s after its last proof', () => {
  const listener = (certain: boolean) => ({ certain: () => certain, provenAt: () => 100 })
  expect(heardRecently(listener(true), 100)).toBe(true)
  expect(heardRecently(listener(true), 12_100)).toBe(true)
  expect(heardRecently(listener(true), 12_101)).toBe(false)
  expect(heardRecently(listener(false), 100)).toBe(false)
})
