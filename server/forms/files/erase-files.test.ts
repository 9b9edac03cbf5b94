import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { eraseFiles } from './erase-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('with an account the bytes of its files and unfinished uploads are deleted, and those of other accounts stay', async () => {
  const { db, disk } = app.services
  const [gone, other] = [await anAccount(app), await anAccount(app)]
  const file = { purpose: 'file' as const, name: 'а.pdf', type: 'application/pdf', size: 1, sha256: '' }
  const owners = [gone.id, gone.id, other.id]
  const ids = owners.map((_owner, number) => String(number).repeat(32))
  for (const [number, id] of ids.entries()) {
    await disk.put(id, Buffer.from('а'))
    await db
      .insertInto('files')
      .values({ id, account_id: Number(owners[number]), ...file })
      .execute()
  }
  const uploads = []
  for (const person of [gone, other]) {
    const { begun, send } = resumedUploads(app, (await sessionOf(app, person)).token)
    const path = await begun({ size: 9 })
    await send(path, 0, Buffer.from('а'))
    uploads.push(path.slice(-32))
  }
  const person = { accountId: gone.id, email: gone.email, phone: null }
  await db
    .transaction()
    .execute((tx) => eraseFiles.erase?.(tx, app.services, person, app.clock.now()) ?? Promise.resolve({}))
  expect(await disk.open(ids[0] ?? '')).not.toBeNull()
  await app.work('remove_erased_files')
  const left = await Promise.all(ids.map(async (id) => (await disk.open(id)) !== null))
  expect(left).toEqual([false, false, true])
  const store = await disk.unfinished.store()
  const come = await Promise.all(
    uploads.map((id) =>
      store.getUpload(id).then(
        ({ offset }) => offset,
        () => null,
      ),
    ),
  )
  expect(come).toEqual([null, 2])
})
