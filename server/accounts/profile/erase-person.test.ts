import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesNamed, pictureName } from '#server/forms/files/picture-name.ts'
import { jobTasks } from '#server/jobs.ts'
import { aRegistration, registers } from '#server/testing/a-registration.ts'
import { rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { viewPath } from '#shared/platform/files/view.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())

const day = 24 * 3_600_000
let people = 0

/** A person with data in every part of the portal. Every value is unique, so that a remaining copy can be found. */
async function aRegisteredPerson() {
  people += 1
  const email = `kanareyka${people}@canary.test`
  const phone = `+7926700100${people}`
  const lastName = `Канарейкина${'абвгдежз'[people]}`
  const [born, birthDate] = [`1977-07-0${people}`, `0${people}.07.1977`]
  const secret = `секретик-${people}-`
  const canaries = [email, phone, phone.slice(2), lastName, secret, born, birthDate]
  const visitor = { email, phone, competition_code: 'ru_season_5' }
  await registers(app, visitor, { last_name: lastName, first_name: 'Жёлтопёра', birth_date: birthDate })
  const { token, cookies } = await sessionOf(app, { email })
  const { id, test_id } = await app.db
    .selectFrom('accounts')
    .select(['id', 'test_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, testId: test_id, email, phone, token, cookies, secret, canaries }
}

type Person = Awaited<ReturnType<typeof aRegisteredPerson>>

async function leavesTraces({ id, token, email, secret }: Person) {
  const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#fc0' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)]), `${secret}.jpg`)
  const answer = await app.fetch('/api/v3/user/profile/avatar', {
    method: 'POST',
    headers: { 'X-Token': token },
    body: form,
  })
  const { avatar } = (await answer.json()) as { avatar: string }
  expect((await app.fetch(viewPath(64, avatar))).status).toBe(200)
  const stage = await app.db.selectFrom('stages').select('id').executeTakeFirstOrThrow()
  const of = { account_id: id, stage_id: stage.id }
  const data = JSON.stringify({ about: secret })
  const now = app.clock.now()
  const { id: draft_id } = await app.db
    .insertInto('stage_drafts')
    .values({ ...of, revision: 1, data, saved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('stage_draft_revisions').values({ draft_id, revision: 1, data, saved_at: now }).execute()
  await app.db
    .insertInto('hand_ins')
    .values({ ...of, revision: 2, data, arrived_at: now, receipt_number: `Р-${id}` })
    .execute()
  await app.db
    .insertInto('attempts')
    .values({ ...of, number: 1, begun_at: now, limit_minutes: 40, device: secret, heard_at: now })
    .execute()
  await app.db
    .insertInto('notifications')
    .values({ account_id: id, title: secret, text: email, created_at: now })
    .execute()
  await app.call('POST /auth/login/restore', { body: { username: email } })
  await app.call('POST /auth/login', { body: { username: email, password: 'Wrong-Password-4817' } })
  await app.call('POST /auth/register/prepare', {
    body: { email, phone: '+79267009999', competition_code: 'ru_season_5' },
  })
  return filesNamed(app.services, avatar)[0] ?? ''
}

/** Every table with any of these words as text in its rows. Bytes are sealed or hashed and are not checked. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(app.db)
  expect(tables.length).toBeGreaterThan(30)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ hit: boolean }>`
      select exists (select from ${sql.table(name)} as t
        where lower(t::text) like any (${words.map((word) => `%${word.toLowerCase()}%`)}::text[])) as hit`.execute(
      app.db,
    )
    if (rows[0]?.hit) found.push(name)
  }
  return found.sort()
}

const ask = (token: string, password = rightPassword) => app.call('POST /user/erasure', { token, body: { password } })
const erase = (accountId: number) =>
  jobTasks(app.services).erase_person?.({ accountId } as never, { id: '1', attempt: 1, lastAttempt: false })
const exists = async (id: number) =>
  (await app.db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length === 1

test('R-57 R-11 a request for erasure needs the password, names the day, and can be withdrawn', async () => {
  const person = await aRegisteredPerson()
  expect((await ask(person.token, 'Wrong-Password-4817')).body.code).toBe('fresh_login_required')
  expect((await ask(person.token)).body.erasure_due).toBe('2026-12-21 12:00:00')
  const [letter] = (await app.call('GET /dev/outbox', { query: { to: person.email } })).body
  expect(letter?.subject).toBe('Учётная запись будет удалена')
  expect(letter?.text).toContain('21.12.2026 12:00')
  expect((await app.call('GET /user/profile', { token: person.token })).body.erasure_due).toBe('2026-12-21 12:00:00')
  expect((await app.call('DELETE /user/erasure', { token: person.token })).status).toBe(204)
  expect((await app.call('DELETE /user/erasure', { token: person.token })).status).toBe(404)
  app.clock.advance(31 * day)
  await erase(person.id)
  expect(await exists(person.id)).toBe(true)
})

test('R-57 after thirty days nothing personal is left in any table or on any disk, and an act lists what was destroyed', async () => {
  const person = await aRegisteredPerson()
  const avatar = await leavesTraces(person)
  expect((await tablesWith(person.canaries)).length).toBeGreaterThan(8)
  await ask(person.token)
  app.clock.advance(29 * day)
  await erase(person.id)
  expect(await exists(person.id)).toBe(true)
  app.clock.advance(day)
  const asked = app.clock.now().getTime() - 30 * day
  await erase(person.id)
  expect(await exists(person.id)).toBe(false)
  expect(await tablesWith(person.canaries)).toEqual([])
  expect((await app.fetch(viewPath(64, pictureName(app.services, avatar)))).status).toBe(404)
  await app.work('remove_erased_files')
  expect(await app.services.disk.open(avatar)).toBe(null)
  expect((await app.call('POST /auth/token/refresh', { cookies: person.cookies })).status).toBe(403)
  const act = await app.db
    .selectFrom('erasure_acts')
    .selectAll()
    .where('test_id', '=', person.testId)
    .executeTakeFirstOrThrow()
  expect(act.asked_at.getTime()).toBe(asked)
  expect(act.removed).toMatchObject({
    password_tries: 2,
    accounts: 1,
    applications: 1,
    hand_ins: 2,
    files: 1,
    consents: 1,
  })
  expect(act.consents).toMatchObject([{ document_code: 'personal_data', document_version: 2, withdrawn_at: null }])
  await erase(person.id)
  expect(
    await app.db.selectFrom('erasure_acts').select('id').where('test_id', '=', person.testId).execute(),
  ).toHaveLength(1)
})

test('R-57 one person is erased, the others keep everything', async () => {
  const [gone, stays] = [await aRegisteredPerson(), await aRegisteredPerson()]
  const avatar = await leavesTraces(stays)
  await ask(gone.token)
  app.clock.advance(30 * day)
  await erase(gone.id)
  expect([await exists(gone.id), await exists(stays.id)]).toEqual([false, true])
  expect(await tablesWith([stays.email])).toContain('public.notifications')
  expect((await app.fetch(viewPath(128, pictureName(app.services, avatar)))).status).toBe(200)
})

test('mentors, assessors and organisers cannot be erased before they give up their roles', async () => {
  const person = await aRegisteredPerson()
  await app.db.insertInto('account_roles').values({ account_id: person.id, role: 'assessor' }).execute()
  expect((await ask(person.token)).body.code).toBe('erasure_not_now')
})

test('R-57 every reference to a person allows deleting the person', async () => {
  const { rows } = await sql<{ constraint: string }>`
    select conrelid::regclass || '.' || conname as constraint from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass and confdeltype not in ('c', 'n')`.execute(app.db)
  expect(rows).toEqual([])
})
