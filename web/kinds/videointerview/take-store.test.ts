import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createTakeStore, type KeptPart, type TakeStore } from './take-store.ts'

let made = 0
const aStore = (patience?: number) => createTakeStore(`recordings ${++made}`, patience)
const sameStore = () => createTakeStore(`recordings ${made}`)
const aTake = { takeId: 7, testId: 1, stageId: 2, question: 1, recorded: 0, end: null }
const aPart = (at: number): KeptPart => ({ takeId: 7, at, bytes: new Uint8Array([at, at]).buffer })
const bytesOf = async (store: TakeStore, at: number) => {
  const part = await store.part(7, at)
  return part && [...new Uint8Array(part.bytes)]
}

afterEach(() => void vi.restoreAllMocks())

test('KE-07 a take outlives the page, part by part, until the server has it', async () => {
  const store = aStore()
  await store.put(aTake)
  for (const at of [0, 2, 4]) await store.addPart(aPart(at))
  await store.forgetBefore(7, 2)
  const after = sameStore()
  expect(await after.takes(1, 2)).toEqual([aTake])
  expect([await bytesOf(after, 0), await bytesOf(after, 2), await bytesOf(after, 4)]).toEqual([null, [2, 2], [4, 4]])
  await after.forget(7)
  expect([await sameStore().takes(1, 2), await bytesOf(sameStore(), 4)]).toEqual([[], null])
})

test('recordings of others, and of another stage, are not shown', async () => {
  const store = aStore()
  await store.put(aTake)
  await store.put({ ...aTake, takeId: 8, testId: 9 })
  await store.put({ ...aTake, takeId: 9, stageId: 3 })
  expect(await store.takes(1, 2)).toEqual([aTake])
})

test('KE-07 a connection that the browser has closed behind a page opens again, nothing is lost', async () => {
  const store = aStore()
  await store.put(aTake)
  await store.addPart(aPart(0))
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing', 'InvalidStateError')
  })
  await store.addPart(aPart(2))
  expect(await store.lasting()).toBe(true)
  expect([await bytesOf(sameStore(), 0), await bytesOf(sameStore(), 2)]).toEqual([
    [0, 0],
    [2, 2],
  ])
})

test('KE-07 when the disk is full in mid-take, the store says so and an open page loses no part', async () => {
  const store = aStore()
  await store.put(aTake)
  await store.addPart(aPart(0))
  expect(await store.lasting()).toBe(true)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await store.addPart(aPart(2))
  expect(await store.lasting()).toBe(false)
  expect([await bytesOf(store, 0), await bytesOf(store, 2)]).toEqual([
    [0, 0],
    [2, 2],
  ])
})

test('KE-07 a stored part that can no longer be read is still sent from the page that recorded it', async () => {
  const store = aStore()
  await store.addPart(aPart(0))
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('The connection to the database server was lost', 'UnknownError')
  })
  expect(await bytesOf(store, 0)).toEqual([0, 0])
})

test.each<[string, () => IDBOpenDBRequest]>([
  [
    'switched off',
    () => {
      throw new DOMException('Storage is off', 'SecurityError')
    },
  ],
  ['silent for ever', () => ({ addEventListener: () => {} }) as unknown as IDBOpenDBRequest],
])('KE-07 if the storage of the browser is %s, a take is kept in the memory of its page, and the page knows that', async (_how, open) => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(open)
  const store = aStore(50)
  await store.put(aTake)
  await store.addPart(aPart(0))
  expect([await store.lasting(), await store.takes(1, 2), await bytesOf(store, 0)]).toEqual([false, [aTake], [0, 0]])
  await store.forget(7)
  expect([await store.takes(1, 2), await bytesOf(store, 0)]).toEqual([[], null])
})
