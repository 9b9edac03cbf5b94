import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, logIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import {
  competitionForLinks,
  findById,
  findByUsername,
  forgetDevices,
  lockAccount,
  normaliseUsername,
  rememberDevice,
  tryToEnter,
} from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a letter links to the named competition, otherwise the last entered or the first one, if it is published', async () => {
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
  // Another person's participation does not count.
  app.clock.advance(60_000)
  await takesPart(app.db, (await anAccount(app)).id, 'another', 'main', app.clock.now())
  expect([await linked(), await linked('another'), await linked('nowhere')]).toEqual(['one', 'another', 'one'])
  await enters('another')
  await enters('to_come')
  expect([await linked(), await linked('zero')]).toEqual(['another', 'zero'])
})

test('an account is found by its id, and its own device with it', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const device = async (of: { email: string }) => sha256((await logIn(app, of)).cookies.device ?? '')
  const [own, strange] = [await device(person), await device(other)]
  for (const { id, email } of [person, other])
    expect(await findById(app.db, app.config, id, null)).toMatchObject({ id, email, device: null })
  expect((await findById(app.db, app.config, person.id, own))?.device).toEqual(own)
  expect((await findById(app.db, app.config, person.id, strange))?.device).toBeNull()
  expect(await findById(app.db, app.config, 999_999, null)).toBeNull()
})

test('R-18 a requested change is not finished once the account is blocked', async () => {
  const { id } = await anAccount(app)
  const { session_epoch: epoch = 0 } = (await findById(app.db, app.config, id, null)) ?? {}
  const lock = () => app.db.transaction().execute((tx) => lockAccount(tx, id, epoch, 'link_expired'))
  expect(await lock()).toMatchObject({ second_factor: 'none' })
  await app.db.updateTable('accounts').set({ disabled_at: app.clock.now() }).where('id', '=', id).execute()
  await expect(lock()).rejects.toMatchObject({ code: 'link_expired' })
})

test('a username becomes an address in lower case or a normalised number; any other text is only trimmed', () => {
  expect([' Anna@Example.Test ', '8 (916) 111-22-33', ' Анна '].map(normaliseUsername)).toEqual([
    'anna@example.test',
    '+79161112233',
    'Анна',
  ])
})

/** The account as found in every way: by its id, by its usernames and by tries to log in. */
async function waysTo({ id, email, phone }: { id: number; email: string; phone: string | null }, demo = true) {
  const config = { ...app.config, demo }
  const now = app.clock.now()
  const tried = async (username: string) =>
    (await tryToEnter(app.db, config, { username, device: null, now })).account?.id ?? null
  return [
    (await findById(app.db, config, id, null))?.id ?? null,
    (await findByUsername(app.db, config, email, null))?.id ?? null,
    (await findByUsername(app.db, config, phone ?? '', null))?.id ?? null,
    await tried(email),
    await tried(phone ?? ''),
  ]
}

test('an account that was merged into another of the same person leads to that one, by every name', async () => {
  const [old, kept] = [await anAccount(app), await anAccount(app)]
  expect(await waysTo(old)).toEqual(Array(5).fill(old.id))
  await app.db
    .updateTable('accounts')
    .set({ merged_into: kept.id, enters_as: kept.id, disabled_at: app.clock.now() })
    .where('id', '=', old.id)
    .execute()
  expect(await waysTo(old)).toEqual(Array(5).fill(kept.id))
  expect(await waysTo(kept)).toEqual(Array(5).fill(kept.id))
})

test('outside a demo the demo accounts are not found, and others are', async () => {
  const [demo, person] = [await anAccount(app, { isDemo: true }), await anAccount(app)]
  expect([await waysTo(demo), await waysTo(demo, false)]).toEqual([Array(5).fill(demo.id), Array(5).fill(null)])
  expect(await waysTo(person, false)).toEqual(Array(5).fill(person.id))
})

test('R-07 a try is counted for a known device, otherwise for the account, otherwise for the unknown name', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const device = sha256((await logIn(app, person)).cookies.device ?? '')
  const now = app.clock.now()
  const tried = async (username: string, of: Buffer | null) => {
    const { account, subject } = await tryToEnter(app.db, app.config, { username, device: of, now })
    return [subject.replace(/(device:\d+:).*/, '$1').replace(/(name:).*/, '$1'), account?.device, account?.has_devices]
  }
  expect(await tried(person.email, device)).toEqual([`device:${person.id}:`, device, true])
  expect(await tried(person.email, null)).toEqual([`account:${person.id}`, null, true])
  expect(await tried(person.email, sha256('another'))).toEqual([`account:${person.id}`, null, true])
  expect(await tried(other.email, device)).toEqual([`account:${other.id}`, null, false])
  expect(await tried('nobody@example.test', device)).toEqual(['name:', undefined, undefined])
})

test('a device is stored once for each person, with its last use, until all devices are forgotten', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const remembered = (id: number, device: string) =>
    app.db.transaction().execute((tx) => rememberDevice(tx, id, device, app.clock.now()))
  const known = async (id: number, device: string) => {
    const found = await findById(app.db, app.config, id, sha256(device))
    return [found?.device?.equals(sha256(device)) ?? false, found?.has_devices]
  }
  const usedAt = async (id: number) =>
    (
      await app.db
        .selectFrom('known_devices')
        .select('last_used_at')
        .where('account_id', '=', id)
        .orderBy('last_used_at')
        .execute()
    ).map(({ last_used_at }) => last_used_at)
  expect(await known(person.id, 'first')).toEqual([false, false])
  const early = app.clock.now()
  for (const device of ['first', 'second']) await remembered(person.id, device)
  await remembered(other.id, 'first')
  app.clock.advance(60_000)
  await remembered(person.id, 'first')
  expect([await usedAt(person.id), await usedAt(other.id)]).toEqual([[early, app.clock.now()], [early]])
  expect([await known(person.id, 'first'), await known(person.id, 'third')]).toEqual([
    [true, true],
    [false, true],
  ])
  await app.db.transaction().execute((tx) => forgetDevices(tx, person.id))
  for (const device of ['first', 'second']) expect(await known(person.id, device)).toEqual([false, true])
  expect(await known(other.id, 'first')).toEqual([true, true])
})

test('R-18 an account is locked and returned for a change, unless its sessions were ended', async () => {
  const { id, email, phone } = await anAccount(app)
  const { session_epoch: epoch = 0 } = (await findById(app.db, app.config, id, null)) ?? {}
  const lock = (of: number) => app.db.transaction().execute((tx) => lockAccount(tx, id, of, 'email_code_expired'))
  expect(await lock(epoch)).toEqual({ email, phone, totp_secret: null, second_factor: 'none' })
  await expect(lock(epoch + 1)).rejects.toMatchObject({ code: 'email_code_expired' })
})

test('R-06 the sixth try to log in is refused, for any username', async () => {
  const { email } = await anAccount(app)
  const now = app.clock.now()
  for (const username of [email, 'nobody-at-all@example.test']) {
    const attempt = () => tryToEnter(app.db, app.config, { username, device: null, now })
    for (let count = 0; count < 5; count += 1) await attempt()
    await expect(attempt()).rejects.toMatchObject({ code: 'limit_reached', retryAfter: 3600 })
  }
})
