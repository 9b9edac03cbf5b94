import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { keepDocument, readDocument } from '#server/accounts/registration/personal-documents.ts'
import { messageKeys, messagePlace } from '#server/messages/outbox/queue-message.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { type KeyRing, sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { keyFrom, newKey, seal } from '#server/platform/crypto/seal.ts'
import { signingMark } from '#server/platform/http/access-token.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { patience } from '#server/testing/patience.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { keyStatus } from './key-status.ts'
import { keysCommand } from './keys-command.ts'
import { resealData } from './reseal.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function anApp(): Promise<TestApp> {
  const app = await testApp()
  cleanUps.push(() => app.close())
  return app
}

const turn = (config: Config) => {
  config.dataKeys = { current: newKey(), previous: config.dataKeys.current, next: null }
  config.tokenSecrets = { current: newKey().toString('hex'), previous: config.tokenSecrets.current, next: null }
}
const forget = (config: Config) => {
  config.dataKeys.previous = null
  config.tokenSecrets.previous = null
}
const profile = async (app: TestApp, token: string) => (await app.call('GET /user/profile', { token })).status
const letter = (n: number) => JSON.stringify({ to: `person${n}@example.test`, subject: 'Письмо', text: `Текст ${n}` })

async function fillMessages(db: TestApp['db'], dataKeys: KeyRing, count: number): Promise<number[]> {
  const ring = messageKeys(dataKeys)
  const sealed = Array.from({ length: count }, (_, n) => sealWithRing(ring, letter(n), messagePlace))
  const { rows } = await sql<{ id: number }>`
    insert into outgoing_messages (channel, sealed, queued_at)
    select 'email', sealed, now() from unnest(${sealed}::bytea[]) with ordinality as t (sealed, n) order by n
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

async function openedMessages(db: TestApp['db'], dataKeys: KeyRing) {
  const rows = await db.selectFrom('outgoing_messages').select('sealed').orderBy('id').execute()
  return rows.map(({ sealed }) => unsealWithRing(messageKeys(dataKeys), sealed ?? Buffer.of(), messagePlace).toString())
}

test('a token of the previous key is valid until it expires, one of an unknown key never', async () => {
  const app = await anApp()
  const person = await anAccount(app)
  const { token } = await sessionOf(app, person)
  turn(app.config)
  expect(await profile(app, token)).toBe(200)
  const { token: newer } = await sessionOf(app, person)
  app.clock.advance(9 * 60_000)
  expect([await profile(app, token), await profile(app, newer)]).toEqual([200, 200])
  forget(app.config)
  expect([await profile(app, token), await profile(app, newer)]).toEqual([401, 200])
  app.clock.advance(60_001)
  expect(await profile(app, newer)).toBe(401)
})

test('a process that still has the new key as the next one reads values that others seal with it', async () => {
  const [older, newer] = [newKey(), newKey()]
  const behind: KeyRing = { current: older, previous: null, next: newer }
  const ahead: KeyRing = { current: newer, previous: older, next: null }
  for (const [by, reader] of [
    [ahead, behind],
    [behind, ahead],
  ] as const)
    expect(unsealWithRing(reader, sealWithRing(by, 'слово', 'p'), 'p').toString()).toBe('слово')
  expect(unsealWithRing(ahead, seal(older, 'без номера ключа', 'p'), 'p').toString()).toBe('без номера ключа')
  const stranger = { current: newKey(), previous: null, next: null }
  expect(() => unsealWithRing(ahead, sealWithRing(stranger, 'слово', 'p'), 'p')).toThrow('is not known')
})

test('R-54 10 000 values are sealed again while people read and write, and the previous key can be removed', async () => {
  const app = await anApp()
  const { db, config } = app
  const people = await Promise.all(Array.from({ length: 20 }, () => anAccount(app)))
  const keep = (n: number, value: string) =>
    db.transaction().execute((tx) => keepDocument(tx, config, people[n]?.id ?? 0, { kind: 'passport', value }))
  const passport = (n: number, round: number) => `${4500000000 + n * 1000 + round}`
  for (const n of people.keys()) await keep(n, passport(n, 0))
  await fillMessages(db, config.dataKeys, 10_000)
  expect(await keyStatus(db, config)).toMatchObject({ current: 10_020, others: 0, unknown: 0, tokensUntil: null })

  turn(config)
  expect(await keyStatus(db, config)).toMatchObject({ current: 0, others: 10_020, unknown: 0 })
  const work = { ended: false, rounds: 0 }
  const working = (async () => {
    while (!work.ended || work.rounds === 0) {
      work.rounds += 1
      for (const n of people.keys()) {
        await keep(n, passport(n, work.rounds))
        expect(await readDocument(db, config, people[n]?.id ?? 0, 'passport')).toBe(passport(n, work.rounds))
      }
      const late = await anAccount(app)
      await db.transaction().execute((tx) => keepDocument(tx, config, late.id, { kind: 'snils', value: `${late.id}` }))
      expect(await readDocument(db, config, late.id, 'snils')).toBe(String(late.id))
    }
  })()
  await app.work('reseal_data')
  await resealData(db, config.dataKeys)
  work.ended = true
  await working
  await resealData(db, config.dataKeys)
  expect(await keyStatus(db, config)).toMatchObject({ current: 10_020 + work.rounds, others: 0, unknown: 0 })

  forget(config)
  for (const n of people.keys())
    expect(await readDocument(db, config, people[n]?.id ?? 0, 'passport')).toBe(passport(n, work.rounds))
  expect(await openedMessages(db, config.dataKeys)).toEqual(Array.from({ length: 10_000 }, (_, n) => letter(n)))
})

test('a portal that is killed between batches loses nothing, and the next one continues', async () => {
  const { db, connection, drop } = await createTestDatabase()
  cleanUps.push(drop)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const [older, newer] = [newKey(), newKey()]
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrlOf(connection),
    PORT: String(await freePort()),
    TOKEN_SECRET: 's'.repeat(32),
    DATA_KEY: newer.toString('base64'),
    DATA_KEY_PREVIOUS: older.toString('base64'),
    DATA_PEPPER: 'p'.repeat(32),
  }
  const ring = readConfig(env).dataKeys
  const ids = await fillMessages(db, { current: older, previous: null, next: null }, 2000)
  // The third batch waits for a lock of the test, so the first process never finishes it.
  for (const statement of [
    `create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4711); return new; end'`,
    `create trigger wait before update on outgoing_messages
      for each row when (old.id = ${ids[1200]}) execute function wait_for_test()`,
  ])
    await sql.raw(statement).execute(db)
  await db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(4711)`.execute(held)
    const first = await startPortal(env)
    cleanUps.push(() => first.kill('SIGKILL'))
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      expect(rows).toHaveLength(1)
    }, patience)
    await first.kill('SIGKILL')
    await sql`select pg_advisory_unlock(4711)`.execute(held)
  })
  expect(await keyStatus(db, readConfig(env))).toMatchObject({ current: 1000, others: 1000, unknown: 0 })
  expect(await openedMessages(db, ring)).toHaveLength(2000)

  const second = await startPortal(env)
  cleanUps.push(() => second.kill('SIGTERM'))
  await vi.waitFor(async () => {
    expect(await keyStatus(db, readConfig(env))).toMatchObject({ current: 2000, others: 0, unknown: 0 })
  }, patience)
  expect(await openedMessages(db, { ...ring, previous: null })).toEqual(
    Array.from({ length: 2000 }, (_, n) => letter(n)),
  )
})

test('npm run keys changes the keys of a data directory under a running portal and says when the old ones can be removed', async () => {
  const { db, connection, drop } = await createTestDatabase()
  cleanUps.push(drop)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrlOf(connection), PORT: String(await freePort()) }
  const portal = await startPortal(env)
  cleanUps.push(() => portal.kill('SIGTERM'))
  const said: string[] = []
  const command = async (...args: string[]) => {
    said.length = 0
    return keysCommand(env, args, (line) => said.push(line))
  }
  const person = await anAccount({ db, clock: { now: () => new Date() } as TestApp['clock'] })
  const before = readConfig(env)
  await db.transaction().execute((tx) => keepDocument(tx, before, person.id, { kind: 'passport', value: '4509123456' }))
  const login = async () => {
    const answer = await fetch(`${portal.url}/api/v3/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: person.email, password: 'Kedr-Volna-4817-Zima' }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const status = async (token: string) =>
    (await fetch(`${portal.url}/api/v3/user/profile`, { headers: { 'X-Token': token } })).status
  const signedBy = (token: string, secret: string) => {
    const [head, body, signature] = token.split('.')
    const mac = createHmac('sha256', keyFrom(secret, 'access tokens')).update(`${head}.${body}`)
    return mac.digest('base64url') === signature
  }

  expect([await command('drop'), said]).toEqual([2, ['Прежних ключей нет.']])
  const old = await login()
  expect(await command('rotate')).toBe(0)
  const after = readConfig(env)
  expect(after.dataKeys.previous).toEqual(before.dataKeys.current)
  expect(after.dataKeys.current).not.toEqual(before.dataKeys.current)
  await vi.waitFor(async () => expect(signedBy(await login(), after.tokenSecrets.current)).toBe(true), patience)
  expect([signedBy(old, before.tokenSecrets.current), await status(old)]).toEqual([true, 200])
  expect(await readDocument(db, after, person.id, 'passport')).toBe('4509123456')

  expect([await command('rotate'), said[0]]).toEqual([2, expect.stringContaining('Прежние ключи ещё хранятся')])
  expect(await command()).toBe(0)
  expect(said.join('\n')).toMatch(/Прежним ключом зашифровано значений: [1-9]/)
  await resealData(db, after.dataKeys)
  expect([await command('drop'), said.join('\n')]).toEqual([2, expect.stringContaining('действуют до')])
  await sql`insert into signing_keys values (${signingMark(after)}, now(), now()) on conflict do nothing`.execute(db)
  await sql`update signing_keys set first_used_at = now() - interval '8 days', last_used_at = now() - interval '8 days'`.execute(
    db,
  )
  expect(await command('drop')).toBe(0)
  expect(readConfig(env).dataKeys.previous).toBeNull()
  expect(await readDocument(db, readConfig(env), person.id, 'passport')).toBe('4509123456')
})
