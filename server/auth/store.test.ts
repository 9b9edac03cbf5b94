import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, loggedIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { competitionForLinks, findById, lockAccount } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a letter links to the competition that was named, or was entered last, or comes first, if people see it', async () => {
  const { id } = await anAccount(app)
  const linked = (wished?: string) => competitionForLinks(app.db, id, wished)
  const made = (code: string, published = true) => aCompetition(app.db, {}, { code, published })
  const enters = async (code: string) => {
    app.clock.advance(60_000)
    await takesPart(app.db, id, code, 'main', app.clock.now())
  }
  await made('to_come', false)
  expect(await linked()).toBeNull()
  await made('zero')
  await made('one')
  await made('another')
  await app.db.updateTable('competitions').set({ sort: -1 }).where('code', '=', 'one').execute()
  expect([await linked(), await linked('zero'), await linked('to_come')]).toEqual(['one', 'zero', 'one'])
  await app.db.updateTable('competitions').set({ sort: 2_000_000 }).where('code', '=', 'one').execute()
  expect(await linked()).toBe('zero')
  await enters('one')
  // Somebody else's way is not his.
  app.clock.advance(60_000)
  await takesPart(app.db, (await anAccount(app)).id, 'another', 'main', app.clock.now())
  expect([await linked(), await linked('another'), await linked('nowhere')]).toEqual(['one', 'another', 'one'])
  await enters('another')
  await enters('to_come')
  expect([await linked(), await linked('zero')]).toEqual(['another', 'zero'])
})

test('an account is found by its number, and its own device with it', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const device = async (of: { email: string }) => sha256((await loggedIn(app, of)).cookies.device ?? '')
  const [own, strange] = [await device(person), await device(other)]
  for (const { id, email } of [person, other])
    expect(await findById(app.db, app.config, id, null)).toMatchObject({ id, email, device: null })
  expect((await findById(app.db, app.config, person.id, own))?.device).toEqual(own)
  expect((await findById(app.db, app.config, person.id, strange))?.device).toBeNull()
  expect(await findById(app.db, app.config, 999_999, null)).toBeNull()
})

test('R-18 what was asked for is not finished once the account is blocked', async () => {
  const { id } = await anAccount(app)
  const { session_epoch: epoch = 0 } = (await findById(app.db, app.config, id, null)) ?? {}
  const lock = () => app.db.transaction().execute((tx) => lockAccount(tx, id, epoch, 'link_expired'))
  expect(await lock()).toMatchObject({ second_factor: 'none' })
  await app.db.updateTable('accounts').set({ disabled_at: app.clock.now() }).where('id', '=', id).execute()
  await expect(lock()).rejects.toMatchObject({ code: 'link_expired' })
})
