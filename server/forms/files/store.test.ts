import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { keepHandedIn, namesOf, ownFiles, usedSpace } from './store.ts'
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

test('an answer may refer to the files of its author, not to those of others, to avatars, to recordings or to none', async () => {
  const [author, other] = [await anAccount(app), await anAccount(app)]
  const [text, picture] = [await aFile(author.id), await aFile(author.id, 'image')]
  const [avatar, video] = [await aFile(author.id, 'avatar'), await aFile(author.id, 'video')]
  const others = [avatar.id, video.id, (await aFile(other.id)).id, nobodys]
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

test('a file that was handed in is kept, other files of its owner can be deleted', async () => {
  const { id, token } = await aPerson(app)
  const [kept, loose] = [await aFile(id), await aFile(id)]
  const hand = (ids: string[]) => app.db.transaction().execute((tx) => keepHandedIn(tx, ids))
  await hand([])
  await hand([kept.id])
  const removed = async ({ id: file_id }: { id: string }) =>
    (await app.call('DELETE /user/files/:file_id', { params: { file_id }, token })).status
  expect([await removed(kept), await removed(loose)]).toEqual([404, 204])
})

test('R-67 the space of a person counts files and unfinished uploads, each once, but not portraits, recordings and infected files', async () => {
  const [owner, other] = [await anAccount(app), await anAccount(app)]
  const used = (except?: string) => usedSpace(app.db, owner.id, except)
  expect(await used()).toBe(0)
  const sized = async (
    size: number,
    of: { account?: number; purpose?: FilePurpose; scan?: 'waiting' | 'infected' },
  ) => {
    const { id } = await aFile(of.account ?? owner.id, of.purpose)
    await app.db
      .updateTable('files')
      .set({ size, scan: of.scan ?? 'clean' })
      .where('id', '=', id)
      .execute()
    return id
  }
  const coming = async (size: number, of: { account?: number; purpose?: FilePurpose; file?: string } = {}) => {
    made += 1
    const id = made.toString(16).padStart(32, 'c')
    const { purpose = 'file', account: account_id = owner.id, file: file_id = null } = of
    const moment = app.clock.now()
    await app.db
      .insertInto('uploads')
      .values({ id, account_id, purpose, file_id, name: 'а.pdf', size, began_at: moment, heard_at: moment })
      .execute()
    return id
  }
  const whole = await sized(1, {})
  await sized(20, { purpose: 'image', scan: 'waiting' })
  await sized(300, { purpose: 'avatar' })
  await sized(400, { purpose: 'video' })
  await sized(500, { scan: 'infected' })
  await sized(600, { account: other.id })
  const first = await coming(4_000)
  await coming(50_000, { purpose: 'image' })
  await coming(700, { purpose: 'avatar' })
  await coming(800, { purpose: 'video' })
  await coming(900, { account: other.id })
  await coming(1, { file: whole })
  expect([await used(), await used(first)]).toEqual([54_021, 50_021])
})
