import { expect, test } from 'vitest'
import { loadChunk } from './load-chunk.ts'

function aBrowser() {
  const kept = new Map<string, string>()
  const browser = { time: 1_000_000, reloads: 0, online: true }
  const world = {
    now: () => browser.time,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    reload: () => {
      browser.reloads += 1
    },
    reached: async () => browser.online,
  }
  return { browser, world }
}
const lost = () => Promise.reject(new Error('chunk is gone'))
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

test('ER-03 a lost chunk reloads the page, another within 60 s is an error, a later one reloads again', async () => {
  const { browser, world } = aBrowser()
  void loadChunk(lost, world)
  await soon()
  expect(browser.reloads).toBe(1)
  browser.time += 59_999
  await expect(loadChunk(lost, world)).rejects.toThrow('chunk is gone')
  expect(browser.reloads).toBe(1)
  browser.time += 1
  void loadChunk(lost, world)
  await soon()
  expect(browser.reloads).toBe(2)
})

test('a chunk that comes reloads nothing', async () => {
  const { browser, world } = aBrowser()
  expect(await loadChunk(async () => 7, world)).toBe(7)
  expect(browser.reloads).toBe(0)
})

test('without a connection nothing is reloaded, and a reload that is needed later is still allowed', async () => {
  const { browser, world } = aBrowser()
  browser.online = false
  await expect(loadChunk(lost, world)).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(browser.reloads).toBe(0)
  browser.online = true
  void loadChunk(lost, world)
  await soon()
  expect(browser.reloads).toBe(1)
})
