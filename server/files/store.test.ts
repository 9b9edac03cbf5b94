import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { keepHandedIn, namesOf, ownFiles } from './store.ts'
import type { FilePurpose } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let made = 0
async function aFile(account_id: number, purpose: FilePurpose = 'file') {
  made += 1
  const id = made.toString(16).padStart(32, 'b')
  const file = { name: `${made}.pdf`, type: 'application/pdf', size: 10, sha256: '' }
  await app.db
    .insertInto('files')
    .values({ id, account_id, purpose, ...file })
    .execute()
  return { id, name: file.name }
}
const nobodys = '0'.repeat(32)

test('an answer may refer to the files of its author, not to those of others, to avatars or to none', async () => {
  const [author, other] = [await anAccount(app), await anAccount(app)]
  const [text, picture] = [await aFile(author.id), await aFile(author.id, 'image')]
  const others = [(await aFile(author.id, 'avatar')).id, (await aFile(other.id)).id, nobodys]
  expect(await ownFiles(app.db, author.id, [text.id, picture.id, ...others])).toEqual(new Set([text.id, picture.id]))
  expect(await ownFiles(app.db, author.id, [text.id])).toEqual(new Set([text.id]))
  expect(await ownFiles(app.db, author.id, [])).toEqual(new Set())
})

test('the names of files are given to their owner', async () => {
  const [owner, other] = [await anAccount(app), await anAccount(app)]
  const [first, second, strange] = [await aFile(owner.id), await aFile(owner.id), await aFile(other.id)]
  await aFile(owner.id)
  const named = await namesOf(app.db, owner.id, [first.id, second.id, strange.id, nobodys])
  expect(new Set(named)).toEqual(new Set([first, second]))
  expect(await namesOf(app.db, owner.id, [first.id])).toEqual([first])
  expect(await namesOf(app.db, owner.id, [])).toEqual([])
})

test('a file that was handed in is kept, the others of its owner may go', async () => {
  const { id, token } = await aPerson(app)
  const [kept, loose] = [await aFile(id), await aFile(id)]
  const hand = (ids: string[]) => app.db.transaction().execute((tx) => keepHandedIn(tx, ids))
  await hand([])
  await hand([kept.id])
  const removed = async ({ id: file_id }: { id: string }) =>
    (await app.call('DELETE /user/files/:file_id', { params: { file_id }, token })).status
  expect([await removed(kept), await removed(loose)]).toEqual([404, 204])
})
