import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'

let app: TestApp
let code: string
beforeAll(async () => {
  app = await testApp()
  code = (await aCompetition(app.db, {})).code
  await app.db
    .updateTable('competitions')
    .set({ support_email: 'help@example.test' })
    .where('code', '=', code)
    .execute()
})
afterAll(() => app.close())

const good = { topic: 'technical', text: 'Кнопка «Сдать» не нажимается', email: 'answer@example.test' }

const send = (token: string, more: Record<string, unknown> = {}, key?: string) =>
  app.call('POST /feedback_form', {
    token,
    body: { competition_code: code, ...good, ...more },
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  })
const mine = (token: string, limit = 10, offset = 0) =>
  app.call('GET /user/feedback', { token, query: { competition_code: code, limit, offset } })
const lettersTo = (address: string) =>
  app.db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', address).orderBy('id').execute()

/** An organiser with the flag, for all competitions or only for the named ones. */
async function anOrganiser(competitions: (string | null)[] = [null]) {
  const account = await anAccount(app)
  await app.db.updateTable('accounts').set({ is_demo: true }).where('id', '=', account.id).execute()
  await app.db
    .insertInto('admin_flags')
    .values(
      competitions.map((competition_code) => ({
        account_id: account.id,
        flag: 'participants' as const,
        competition_code,
      })),
    )
    .execute()
  return { ...account, token: (await sessionOf(app, account)).token }
}

async function aFile(token: string, name = 'снимок.pdf') {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(aPdf())]), name)
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': token },
    body: form,
  })
  return ((await answer.json()) as { file_id: string }).file_id
}

test('RT-08 CL-03 a request gets a number, appears in the person’s list and goes to the competition’s support', async () => {
  const person = await aPerson(app)
  const file = await aFile(person.token)
  const answer = await send(person.token, { files: [file] })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    topic: 'Портал работает не так',
    text: good.text,
    status: 'open',
    files: [{ file_id: file, name: 'снимок.pdf' }],
    answers: [],
  })
  expect((await mine(person.token)).body).toEqual({ requests: [answer.body], count: 1 })
  const [letter] = (await lettersTo('help@example.test')).slice(-1)
  expect(letter?.subject).toBe(`Обращение № ${answer.body.id}: Портал работает не так`)
  expect(letter?.text).toContain(good.text)
  expect(letter?.text).toContain('answer@example.test')
  expect(letter?.text).toContain(`/${code}/support/inbox`)
})

test('a file that went with a request cannot be deleted any more', async () => {
  const person = await aPerson(app)
  const [sent, kept] = [await aFile(person.token), await aFile(person.token)]
  expect((await send(person.token, { files: [sent] })).status).toBe(201)
  const remove = (file_id: string) =>
    app.call('DELETE /user/files/:file_id', { params: { file_id }, token: person.token })
  expect([(await remove(sent)).status, (await remove(kept)).status]).toEqual([404, 204])
})

test('RT-08 missing values are reported by field, and nothing is stored', async () => {
  const person = await aPerson(app)
  const answer = await send(person.token, { topic: 'no such', text: '   ', email: 'nobody' })
  expect([answer.status, answer.body.code]).toEqual([422, 'form_invalid'])
  expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['email', 'text', 'topic'])
  expect((await send(person.token, { text: 'а'.repeat(4001) })).body.fields?.text?.rule).toBe('max_length')
  expect((await mine(person.token)).body.count).toBe(0)
  expect((await send(person.token, { competition_code: 'nowhere' })).body.code).toBe('competition_not_found')
})

test('RT-08 R-27 another person’s file cannot be attached, and another person’s requests are not seen', async () => {
  const [owner, stranger] = [await aPerson(app), await aPerson(app)]
  const file = await aFile(owner.token)
  expect((await send(stranger.token, { files: [file] })).body.fields?.files?.rule).toBe('file')
  await send(owner.token)
  expect((await mine(stranger.token)).body).toEqual({ requests: [], count: 0 })
})

test('RT-08 a request repeated after a lost answer is stored once', async () => {
  const person = await aPerson(app)
  const answers = await Promise.all([send(person.token, {}, 'same-key'), send(person.token, {}, 'same-key')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
  expect((await mine(person.token)).body.count).toBe(1)
})

test('RT-08 R-24 a person may write a limited number of times a day and then learns when to try again', async () => {
  const person = await aPerson(app)
  for (let call = 0; call < limits.feedback.points; call += 1) expect((await send(person.token)).status).toBe(201)
  const refused = await send(person.token)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.body.retry_after).toBeGreaterThan(0)
})

test('R-91 an answer to an address that its author has not confirmed quotes nothing of what was asked', async () => {
  const [person, organiser] = [await aPerson(app), await anOrganiser()]
  const { email: own } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('test_id', '=', person.testId)
    .executeTakeFirstOrThrow()
  const confirm = (email_verified_at: Date | null) =>
    app.db.updateTable('accounts').set({ email_verified_at }).where('email', '=', own).execute()
  const answered = async (email: string) => {
    const { id } = (await send(person.token, { email, text: 'Первая строка\nВаш аккаунт удалён' })).body
    const body = { text: 'Исправили.' }
    await app.call('POST /admin/feedback/:id/answer', { token: organiser.token, params: { id }, body })
    return (await lettersTo(email)).find(({ subject }) => subject === `Ответ на обращение № ${id}`)?.text ?? ''
  }
  await confirm(app.clock.now())
  const stranger = await answered('stranger@example.test')
  expect(stranger).toContain('Исправили.')
  expect(stranger).not.toMatch(/спрашивали|Первая|удалён/)
  expect(await answered(own)).toContain('Вы спрашивали:\n> Первая строка\n> Ваш аккаунт удалён\n\nВсе')
  await confirm(null)
  expect(await answered(own)).not.toMatch(/спрашивали|Первая|удалён/)
})

test('RT-08 the organiser’s answer arrives as a letter, a notification and in the person’s list', async () => {
  const [person, organiser] = [await aPerson(app), await anOrganiser()]
  const email = `to${person.testId}@example.test`
  const { id } = (await send(person.token, { email })).body
  const answered = await app.call('POST /admin/feedback/:id/answer', {
    token: organiser.token,
    params: { id },
    body: { text: 'Исправили. Обновите страницу.' },
  })
  expect(answered.body).toMatchObject({ id, status: 'answered', from: { id: person.testId } })
  // A second organiser had not seen that answer.
  const late = { token: organiser.token, params: { id }, body: { text: 'Нет, нельзя.', seen: 0 } }
  expect((await app.call('POST /admin/feedback/:id/answer', late)).body.code).toBe('feedback_answered')
  const [own] = (await mine(person.token)).body.requests
  expect(own).toMatchObject({ status: 'answered', answers: [{ text: 'Исправили. Обновите страницу.' }] })
  const [letter] = await lettersTo(email)
  expect(letter?.subject).toBe(`Ответ на обращение № ${id}`)
  expect(letter?.text).toContain('Исправили. Обновите страницу.')
  const bell = await app.call('GET /user/notifications', { token: person.token, query: { status: 'unread' } })
  expect(bell.body.notifications[0]?.title).toBe(`Ответ на обращение № ${id}`)
  expect(bell.body.notifications[0]?.payload).toContain(`href="/${code}/support"`)
})

test('RT-08 the oldest open request comes first in the inbox; a closed one moves to the closed ones and can be reopened', async () => {
  const own = (await aCompetition(app.db, {})).code
  const [person, organiser] = [await aPerson(app), await anOrganiser()]
  const ids: number[] = []
  for (const text of ['Первое обращение', 'Второе обращение', 'Третье обращение'])
    ids.push((await send(person.token, { competition_code: own, text })).body.id)
  const list = (query: { status?: 'open' | 'closed' } = {}) =>
    app.call('GET /admin/feedback', { token: organiser.token, query: { competition_code: own, limit: 2, ...query } })
  expect((await list()).body).toMatchObject({ count: 3, open: 3 })
  expect((await list()).body.requests.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const put = (status: 'open' | 'closed') =>
    app.call('PATCH /admin/feedback/:id', { token: organiser.token, params: { id: ids[0] ?? 0 }, body: { status } })
  expect((await put('closed')).body.status).toBe('closed')
  expect((await list({ status: 'open' })).body).toMatchObject({ count: 2, open: 2 })
  expect((await list({ status: 'closed' })).body.requests.map(({ id }) => id)).toEqual([ids[0]])
  expect((await put('open')).body.status).toBe('open')
  expect((await list()).body.requests[0]?.id).toBe(ids[0])
})

test('RT-08 R-30 an organiser of one competition neither sees, answers nor opens what was sent to another', async () => {
  const other = (await aCompetition(app.db, {})).code
  const [person, narrow] = [await aPerson(app), await anOrganiser([other])]
  const file = await aFile(person.token)
  const { id } = (await send(person.token, { files: [file] })).body
  const asked = { token: narrow.token, params: { id } }
  expect((await app.call('GET /admin/feedback', { token: narrow.token })).body).toMatchObject({
    requests: [],
    count: 0,
  })
  const named = await app.call('GET /admin/feedback', { token: narrow.token, query: { competition_code: code } })
  expect(named.status).toBe(403)
  expect((await app.call('POST /admin/feedback/:id/answer', { ...asked, body: { text: 'Нет' } })).status).toBe(404)
  expect((await app.call('PATCH /admin/feedback/:id', { ...asked, body: { status: 'closed' } })).status).toBe(404)
  const download = (token: string) =>
    app.fetch(`/api/v3/admin/feedback/${id}/files/${file}`, { headers: { 'X-Token': token } })
  expect((await download(narrow.token)).status).toBe(404)
  const allowed = await download((await anOrganiser()).token)
  expect([allowed.status, allowed.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ])
})

test('a list of three takes as many queries as a list of one, for the person and for the organiser', async () => {
  const [one, three] = [await aPerson(app), await aPerson(app)]
  await send(one.token)
  for (let number = 0; number < 3; number += 1) await send(three.token)
  expect(await countQueries(() => mine(three.token))).toBe(await countQueries(() => mine(one.token)))
  const organiser = await anOrganiser()
  const inbox = (limit: number) => app.call('GET /admin/feedback', { token: organiser.token, query: { limit } })
  await inbox(1)
  expect(await countQueries(() => inbox(3))).toBe(await countQueries(() => inbox(1)))
})
