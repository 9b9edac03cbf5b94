import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDraftMirror, draftKey } from './draft-mirror.ts'

const words = { text: 'Слова' }

test.each([
  ['was kept in the browser only', { data: words, revision: 0, saved: true }, true],
  ['could not be sent', { data: words, revision: 3, saved: false }, true],
  ['the server has', { data: words, revision: 3, saved: true }, false],
  ['has no words in it', { data: { text: '', tags: [], more: { a: null } }, revision: 0, saved: true }, false],
])('of a text that %s the browser knows whether it is nowhere else', async (what, draft, onlyHere) => {
  const mirror = createDraftMirror(what)
  await mirror.put(draftKey(12, 'support'), { ...draft, at: 0 })
  expect(await mirror.holdsMore(12)).toBe(onlyHere)
  // Another person's id begins with the same digit.
  expect(await mirror.holdsMore(1)).toBe(false)
})
