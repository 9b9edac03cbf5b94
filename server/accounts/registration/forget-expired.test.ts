import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'
import { forgetExpired } from './forget-expired.ts'
import { scheduleForgetting } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())

test('R-57 an unfinished registration is deleted after a day, with its address and phone', async () => {
  const prepare = (email: string, phone: string) =>
    app.call('POST /auth/register/prepare', { body: { email, phone, competition_code: 'ru_season_5' } })
  await prepare('old@example.test', '+79261112233')
  app.clock.advance(24 * 3_600_000 + 1)
  await prepare('new@example.test', '+79261112244')
  await forgetExpired(app.services)
  const left = await app.db.selectFrom('registrations').select('email').execute()
  expect(left).toEqual([{ email: 'new@example.test' }])
  expect(await app.db.selectFrom('verification_codes').select('channel').execute()).toHaveLength(1)
})

test('R-24 a used-up limit stays valid after the cleanup of the night, and is deleted by the cleanup after its end', async () => {
  const ip = '203.0.113.9'
  const ask = async () =>
    (await app.call('POST /auth/login/restore', { body: { username: 'nobody@example.test' }, ip })).status
  const counted = async () => {
    const { rows } = await sql<{ key: string }>`select key from throttles where key like ${`%:${ip}`}`.execute(app.db)
    return rows.map(({ key }) => key)
  }
  for (let call = 0; call < limits.restore.points; call += 1) expect(await ask()).toBe(200)
  await forgetExpired(app.services)
  expect([await ask(), await counted()]).toEqual([429, [`restore:${ip}`]])
  app.clock.advance(limits.restore.seconds * 1000)
  await forgetExpired(app.services)
  expect([await counted(), await ask()]).toEqual([[], 200])
})

test('the cleanup is queued once, for half past midnight, also when nobody registers', async () => {
  const queued = async () => {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where task_identifier = 'forget_expired'`.execute(app.db)
    return rows.map(({ run_at }) => run_at.toISOString())
  }
  app.clock.set('2026-12-01T00:29:59.999Z')
  await scheduleForgetting(app.services)
  await scheduleForgetting(app.services)
  expect(await queued()).toEqual(['2026-12-01T00:30:00.000Z'])
  app.clock.advance(1)
  await app.work('forget_expired')
  expect(await queued()).toEqual(['2026-12-02T00:30:00.000Z'])
})

test('R-57 each kind of expired data is deleted on its day, and nothing a moment earlier', async () => {
  await forgetExpired(app.services)
  const now = app.clock.now().getTime()
  const { id: account_id } = await anAccount(app)
  const hour = 3_600_000
  const days = { code_dispatches: 2, password_tries: 1, login_challenges: 1, state_service_visits: 0 } as const
  const links = { first_administrator_links: 1, known_devices: 400 } as const
  const more = { password_resets: 1, email_verifications: 1, refresh_tokens: 0, sessions: 30, outgoing_messages: 30 }
  const kept = { ...days, ...links, ...more }
  /** A row that is due, and a row that is due a millisecond later. */
  const both = <Row>(table: keyof typeof kept, row: (at: Date, name: string) => Row) =>
    [1, 0].map((over) => row(new Date(now - kept[table] * 24 * hour - over), over === 1 ? 'gone' : 'stays'))
  const uuid = (name: string) => `${name === 'gone' ? 1 : 2}0000000-0000-4000-8000-000000000000`
  const later = new Date(now + hour)
  const dispatch = { channel: 'sms', recipient: '', client: '', purpose: 'phone' } as const
  const { db } = app
  await db
    .insertInto('code_dispatches')
    .values(both('code_dispatches', (sent_at) => ({ ...dispatch, sent_at })))
    .execute()
  await db
    .insertInto('password_tries')
    .values(both('password_tries', (last_at, subject) => ({ subject, tries: 1, last_at })))
    .execute()
  await db
    .insertInto('login_challenges')
    .values(
      both('login_challenges', (expires_at, name) => ({
        ...{ marker_hash: Buffer.from(name), account_id, method: 'sms' as const, sent_at: expires_at, expires_at },
      })),
    )
    .execute()
  await db
    .insertInto('state_service_visits')
    .values(both('state_service_visits', (expires_at, name) => ({ token_hash: Buffer.from(name), expires_at })))
    .execute()
  await db
    .insertInto('password_resets')
    .values(
      both('password_resets', (expires_at, name) => ({
        ...{ code_hash: Buffer.from(name), account_id, request_hash: null, digits_hash: null, expires_at },
      })),
    )
    .execute()
  await db
    .insertInto('email_verifications')
    .values(
      both('email_verifications', (expires_at, name) => ({
        ...{ code_hash: Buffer.from(name), account_id, session_epoch: 0, email: 'a@example.test', expires_at },
      })),
    )
    .execute()
  await db
    .insertInto('sessions')
    .values(
      both('sessions', (expires_at, name) => ({
        ...{ id: uuid(name), account_id, created_at: expires_at, last_seen_at: expires_at, expires_at },
      })),
    )
    .execute()
  await db
    .insertInto('refresh_tokens')
    .values([
      ...both('refresh_tokens', (expires_at, name) => ({
        ...{ token_hash: Buffer.from(name), session_id: uuid('stays'), expires_at },
      })),
      { token_hash: Buffer.from('goes with its session'), session_id: uuid('gone'), expires_at: later },
    ])
    .execute()
  await db
    .insertInto('outgoing_messages')
    .values(
      both('outgoing_messages', (sent_at) => ({ channel: 'sms' as const, sealed: null, queued_at: sent_at, sent_at })),
    )
    .execute()
  await db
    .insertInto('first_administrator_links')
    .values(
      both('first_administrator_links', (expires_at, name) => ({
        ...{ token_hash: Buffer.from(name), created_at: expires_at, expires_at },
      })),
    )
    .execute()
  const { id: away } = await anAccount(app)
  await db
    .insertInto('known_devices')
    .values([
      ...both('known_devices', (last_used_at, name) => ({ account_id, token_hash: Buffer.from(name), last_used_at })),
      // A newer device, so that the row that stays is not kept as the newest.
      { account_id, token_hash: Buffer.from('newest'), last_used_at: new Date(now) },
      // The only device of a person who was away for years.
      { account_id: away, token_hash: Buffer.from('only'), last_used_at: new Date(now - 2000 * 24 * hour) },
    ])
    .execute()
  const count = async (table: keyof typeof kept) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirst()
      )?.count,
    )
  const tables = Object.keys(kept) as (keyof typeof kept)[]
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)))
  const before = await counts()
  await scheduleForgetting(app.services)
  await app.work('forget_expired')
  const after = await counts()
  const gone = Object.fromEntries(Object.entries(before).map(([table, all]) => [table, all - (after[table] ?? 0)]))
  expect(gone).toEqual({ ...Object.fromEntries(tables.map((table) => [table, 1])), refresh_tokens: 2 })
})
