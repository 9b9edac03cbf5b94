import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDraftMirror, draftKey } from './draft-mirror.ts'

const words = { text: 'Слова' }

test.each([
  ['was saved only in the browser', { data: words, revision: 0, saved: true }, true],
  ['could not be sent', { data: words, revision: 3, saved: false }, true],
  ['the server has, too,', { data: words, revision: 3, saved: true }, false],
  ['is empty', { data: { text: '', tags: [], more: { a: null } }, revision: 0, saved: true }, false],
])('for a draft that %s the browser knows whether it has more than the server', async (what, draft, onlyHere) => {
  const mirror = createDraftMirror(what)
  await mirror.put(draftKey(12, 'support'), { ...draft, at: 0 })
  expect(await mirror.holdsMore(12)).toBe(onlyHere)
  // Another person's id begins with the same digit.
  expect(await mirror.holdsMore(1)).toBe(false)
})
