import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { anAccount, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { adminFlags } from '#shared/platform/api/route.ts'
import { authenticate } from './authenticate.ts'
import { firstAdministratorLink } from './first-administrator.ts'
import { firstAdministratorCommand } from './first-administrator-command.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  await app.db.deleteFrom('first_administrator_links').execute()
  await app.db.deleteFrom('accounts').execute()
})
afterAll(() => app.close())

const tokenIn = (link: string | null) => new URL(link ?? '').hash.slice(1)
const body = {
  email: 'head@example.test',
  last_name: 'Орлова',
  first_name: 'Вера',
  password: rightPassword,
  password_confirmation: rightPassword,
}
const make = (token: string, more: Partial<typeof body> = {}) =>
  app.call('POST /auth/first-administrator', { body: { ...body, ...more, token } })

test('R-12 a portal without accounts prints a link to create the first administrator', async () => {
  const { count } = await app.db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe('0')
  const made = await make(tokenIn(await firstAdministratorLink(app.services)))
  expect(made.status).toBe(201)
  expect(decodeJwt(tokenOf(made)).admin_permissions).toEqual([...adminFlags].sort())
  const { id } = await app.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  expect(await app.db.selectFrom('audit').select(['actor_id', 'action', 'subject']).execute()).toEqual([
    { actor_id: id, action: 'first_administrator_made', subject: `account:${id}` },
  ])
  expect(await firstAdministratorLink(app.services)).toBeNull()
})

test('R-12 the link works once within a day, and a wrong one never', async () => {
  const [first, second] = [await firstAdministratorLink(app.services), await firstAdministratorLink(app.services)]
  expect((await make('no-such-token')).body.code).toBe('link_expired')
  expect((await make(tokenIn(first))).status).toBe(201)
  for (const link of [first, second])
    expect((await make(tokenIn(link), { email: 'second@example.test' })).body.code).toBe('link_expired')
  await app.db.deleteFrom('accounts').execute()
  for (const link of [first, second]) expect((await make(tokenIn(link))).body.code).toBe('link_expired')
  const third = await firstAdministratorLink(app.services)
  app.clock.advance(24 * 3_600_000)
  expect((await make(tokenIn(third))).body.code).toBe('link_expired')
})

test('FS-05 on the machine the link can be asked for again until somebody has all rights', async () => {
  const env = { DATABASE_URL: app.databaseUrl, DEMO: '0', DATA_DIR: quickFolder('portal-first-'), PUBLIC_URL: app.url }
  const said: string[] = []
  const command = async () => {
    said.length = 0
    return firstAdministratorCommand(env, (line) => said.push(line))
  }
  // The command has the time of the machine.
  app.clock.set(new Date())
  for (const _ of ['the first', 'another']) {
    expect(await command()).toBe(0)
    expect(said).toEqual([expect.stringContaining(`${app.url}/admin/first-administrator#`)])
  }
  expect((await make(said[0]?.split('#')[1] ?? '')).status).toBe(201)
  expect(await command()).toBe(0)
  expect(said).toEqual([expect.stringMatching(/^Администратор уже есть: вход — \S+\/login/)])
})

test('FS-05 on a database without a portal the command says what comes first', async () => {
  const { db, connection, drop } = await createTestDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const env = { DATABASE_URL: databaseUrlOf(connection), DEMO: '0', DATA_DIR: quickFolder('portal-first-') }
  const said: string[] = []
  expect(await firstAdministratorCommand(env, (line) => said.push(line))).toBe(2)
  expect(said).toEqual(['Портал здесь ещё не запускали. Сначала: npm start'])
  await drop()
})

test('R-12 an unused link is not valid once there is an administrator', async () => {
  const link = await firstAdministratorLink(app.services)
  await anAccount(app, { email: 'appointed@example.test', flags: ['admins'] })
  expect((await make(tokenIn(link))).body.code).toBe('link_expired')
})

test('R-12 a newer link does not make an old one valid again, and only the holder of a valid link learns about faults in the form', async () => {
  const [old, used] = [await firstAdministratorLink(app.services), await firstAdministratorLink(app.services)]
  app.clock.advance(24 * 3_600_000)
  const fresh = await firstAdministratorLink(app.services)
  await app.db
    .updateTable('first_administrator_links')
    .set({ used_at: app.clock.now(), expires_at: new Date(app.clock.now().getTime() + 1000) })
    .where('token_hash', '=', sha256(tokenIn(used)))
    .execute()
  for (const token of [tokenIn(old), tokenIn(used), 'no-such-token'])
    for (const email of ['head@example.test', 'not an address'])
      expect([email, (await make(token, { email })).body.code]).toEqual([email, 'link_expired'])
  expect((await make(tokenIn(fresh))).status).toBe(201)
})

test('R-12 after the only administrator was blocked, a start prints a link again, and it works', async () => {
  const { id } = await anAccount(app, { flags: ['admins'] })
  expect(await firstAdministratorLink(app.services)).toBeNull()
  await app.db.updateTable('accounts').set({ disabled_at: app.clock.now() }).where('id', '=', id).execute()
  expect((await make(tokenIn(await firstAdministratorLink(app.services)))).status).toBe(201)
})

test('the first administrator is logged in on a known device: a login from another one causes a warning letter', async () => {
  const { cookies } = await make(tokenIn(await firstAdministratorLink(app.services)))
  const login = (device: Record<string, string>) =>
    app.call('POST /auth/login', { body: { username: body.email, password: rightPassword }, cookies: device })
  const subjects = async () =>
    (await app.call('GET /dev/outbox', { query: { to: body.email } })).body.map(({ subject }) => subject)
  expect((await app.call('POST /auth/token/refresh', { cookies })).status).toBe(200)
  await login({})
  expect(await subjects()).toEqual(['Вход с нового устройства'])
  await login({ device: cookies.device ?? '' })
  expect(await subjects()).toHaveLength(1)
})

test('the password that the first administrator has just set counts as confirmed', async () => {
  const token = tokenOf(await make(tokenIn(await firstAdministratorLink(app.services))))
  const change = await app.call('POST /auth/user/email', { token, body: { email: 'other@example.test' } })
  expect(change.status).toBe(200)
})

test('R-12 two people with two links at once make one administrator', async () => {
  const links = await Promise.all(Array.from({ length: 6 }, () => firstAdministratorLink(app.services)))
  const made = await Promise.all(links.map((link, n) => make(tokenIn(link), { email: `head${n}@example.test` })))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
})

test('faults in the form are reported, and the link stays valid', async () => {
  await anAccount(app, { email: 'taken@example.test' })
  const token = tokenIn(await firstAdministratorLink(app.services))
  expect((await make(token, { email: 'not an address' })).body.code).toBe('email_incorrect')
  expect((await make(token, { email: 'taken@example.test' })).body.code).toBe('email_exists')
  expect((await make(token, { password: 'short', password_confirmation: 'short' })).body.code).toBe(
    'password_too_simple',
  )
  expect((await make(token)).status).toBe(201)
})

test('R-10 the first administrator also needs the second factor for the sections of organisers', async () => {
  const made = await make(tokenIn(await firstAdministratorLink(app.services)))
  const profile = await app.call('GET /user/profile', { token: tokenOf(made) })
  expect(profile.body).toMatchObject({ email: 'head@example.test', email_verified: false, second_factor: 'none' })
  expect(await authenticate(app.services, tokenOf(made))).toMatchObject({ mayOrganise: false })
})
