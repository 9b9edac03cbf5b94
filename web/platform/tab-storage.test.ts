import { afterEach, expect, test, vi } from 'vitest'
import { tabStorage } from './tab-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** The storage of a tab; `refuses` is a browser that is set to store nothing. */
function aStorage({ refuses = false, room = 100 } = {}) {
  const kept = new Map<string, string>()
  const open = () => {
    if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError')
    return kept
  }
  return {
    getItem: (key: string) => open().get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
      open().set(key, text)
    },
    removeItem: (key: string) => void open().delete(key),
  }
}

test('what is kept is in the storage of the tab', () => {
  const storage = aStorage()
  vi.stubGlobal('window', {})
  vi.stubGlobal('sessionStorage', storage)
  tabStorage.keep('a', 'one')
  expect([storage.getItem('a'), tabStorage.read('a')]).toEqual(['one', 'one'])
  tabStorage.forget('a')
  expect([storage.getItem('a'), tabStorage.read('a')]).toEqual([null, null])
})

test.each([
  { refuses: true },
  { room: 2 },
])('if the storage of the tab fails, %o, a value is kept in memory until the reload', (how) => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('sessionStorage', aStorage(how))
  tabStorage.keep('b', 'one')
  expect(tabStorage.read('b')).toBe('one')
  tabStorage.forget('b')
  expect(tabStorage.read('b')).toBeNull()
})

test('the newest value is read when the storage was full and has room again', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('sessionStorage', aStorage({ room: 4 }))
  tabStorage.keep('c', 'old')
  tabStorage.keep('c', 'much longer')
  expect(tabStorage.read('c')).toBe('much longer')
  tabStorage.keep('c', 'new')
  expect(tabStorage.read('c')).toBe('new')
  tabStorage.forget('c')
  expect(tabStorage.read('c')).toBeNull()
})

test('the server keeps nothing', () => {
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  tabStorage.keep('d', 'one')
  expect(tabStorage.read('d')).toBeNull()
})
