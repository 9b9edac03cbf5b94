import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetUpload, keepUpload, keptUploads } from './kept-uploads.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The storage of a tab, which stays when the page is loaded again. */
function aTab() {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {})
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  return kept
}

const anUpload = (id: string, place = 'form/cv') => ({
  ...{ id, place, testId: 7, url: null },
  file: new File(['words'], `${id}.pdf`),
})
const names = async (place = 'form/cv') => (await keptUploads(7, place)).map(({ id }) => id)

test('an upload under way in a field is found again by the person who sends it, until it is forgotten', async () => {
  const marks = aTab()
  await keepUpload(anUpload('first'))
  await keepUpload(anUpload('elsewhere', 'form/photo'))
  expect([await names(), await names('form/photo'), await keptUploads(8, 'form/cv')]).toEqual([
    ['first'],
    ['elsewhere'],
    [],
  ])
  await forgetUpload('first')
  expect(await names()).toEqual([])
  expect([...marks]).toEqual([])
})

test('a cancelled upload is not sent again when the page ends before its deletion is committed', async () => {
  const marks = aTab()
  await keepUpload(anUpload('cancelled'))
  const lost = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The page has gone', 'AbortError')
  })
  await forgetUpload('cancelled')
  lost.mockRestore()
  expect(await names()).toEqual([])
  // It is deleted now, and its mark with it.
  await expect.poll(() => [...marks]).toEqual([])
  expect(await names()).toEqual([])
})
