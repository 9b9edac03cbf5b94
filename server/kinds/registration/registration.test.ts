import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleAndTell } from '#server/stages/settle.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const data = { last_name: 'Воронцова', first_name: 'Анна', birth_date: '1990-05-01' }
const consents = [{ code: 'personal_data', version: 2 }]
const apply = (token: string, stage_id: number, body: Partial<{ data: typeof data; consents: typeof consents }> = {}) =>
  app.call('POST /user/registration/:stage_id', { token, params: { stage_id }, body: { data, consents, ...body } })

test('SK-01 a person with an account applies to a competition and takes part, with a receipt', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_one' })
  const { token } = await aPerson(app)
  const { status, body } = await apply(token, stageId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'success', receipt: { revision: 1, stage_title: 'Регистрация' } })
  const { body: own } = await app.call('GET /user/competitions', { token })
  expect(own.competitions.find(({ code }) => code === 'season_one')).toMatchObject({
    door: 'participant',
    track: 'business',
  })
})

test('SK-01 two simultaneous applications count as one', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_race' })
  const person = await aPerson(app)
  const answers = await Promise.all([1, 2, 3].map(() => apply(person.token, stageId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const receipts = await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()
  expect(receipts).toHaveLength(1)
})

test('SK-01 an application without a required consent stores nothing', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_two' })
  const person = await aPerson(app)
  const { status, body } = await apply(person.token, stageId, { consents: [] })
  expect([status, body.code]).toEqual([422, 'consent_required'])
  for (const table of ['hand_ins', 'stage_facts', 'participations'] as const) {
    const rows = await app.db.selectFrom(table).select('account_id').where('account_id', '=', person.id).execute()
    expect(rows).toEqual([])
  }
})

test('SK-01 a closed registration refuses with 409 and stage_closed', async () => {
  const { stageId } = await aRegistration(app.db, {
    code: 'season_over',
    closesAt: new Date(app.clock.now().getTime() - 60_000),
  })
  const { token } = await aPerson(app)
  const { status, body } = await apply(token, stageId)
  expect([status, body.code]).toEqual([409, 'stage_closed'])
})

test('SK-01 while people check applications, the applicant waits', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_checked', manual_check: true })
  const { token } = await aPerson(app)
  expect((await apply(token, stageId)).body.status).toBe('wait')
})

test.each([
  ['admitted', 'season_in', false],
  ['still checked', 'season_asked', true],
])('SK-01 a person who is %s and applies again is refused as registered, not because the stage is closed', async (_how, code, manual_check) => {
  const { stageId } = await aRegistration(app.db, { code, manual_check })
  const person = await aPerson(app)
  expect((await apply(person.token, stageId)).status).toBe(200)
  const again = await apply(person.token, stageId)
  expect([again.status, again.body.code]).toEqual([409, 'already_registered'])
  expect(again.body.message).toBe('Вы уже зарегистрированы в этом конкурсе')
  const receipts = await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()
  expect(receipts).toHaveLength(1)
})

test('SK-01 the applicant gets all fields of an application only while it is returned', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_returned', manual_check: true })
  const person = await aPerson(app)
  const stage = { token: person.token, params: { stage_id: stageId } }
  const own = async (token = person.token) =>
    (await app.call('GET /user/registration/:stage_id', { ...stage, token })).body.application
  const whole = { ...data, manage_age: 7, snils: '112-233-445 95', reg_passport: '4512345678' }
  const applied = await app.call('POST /user/registration/:stage_id', {
    ...stage,
    body: { data: whole, door: 'participant', consents },
  })
  expect(applied.status).toBe(200)
  expect(await own()).toBeNull()
  await app.db.transaction().execute(async (tx) => {
    const decision = { accountIds: [person.id], stageId, outcome: 'returned' as const, reason: 'Проверьте опыт' }
    await settleAndTell(tx, app.services, decision)
  })
  expect(await own()).toEqual({
    data: { ...data, manage_age: 7, snils: '11223344595', reg_passport: '4512345678' },
    door: 'participant',
    track: 'business',
    promocode: null,
    consents,
  })
  expect(await own((await aPerson(app)).token)).toBeNull()
})

test('KO-01 a correction changes only the fields with remarks', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'season_remarked', manual_check: true })
  const person = await aPerson(app)
  const stage = { token: person.token, params: { stage_id: stageId } }
  const send = (answer: object) =>
    app.call('POST /user/registration/:stage_id', { ...stage, body: { data: { ...answer }, consents } })
  const first = { ...data, manage_age: 7, reg_passport: '4600123456' }
  expect((await send(first)).status).toBe(200)
  const { id } = await app.db
    .selectFrom('hand_ins')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  await app.db.transaction().execute(async (tx) => {
    const remark = { account_id: person.id, stage_id: stageId, hand_in_id: id, field: 'manage_age' }
    await tx
      .insertInto('stage_remarks')
      .values({ ...remark, text: 'Подтвердите', created_at: app.clock.now() })
      .execute()
    const decision = { accountIds: [person.id], stageId, outcome: 'returned' as const, reason: 'Проверьте опыт' }
    await settleAndTell(tx, app.services, decision)
  })
  expect((await send({ ...first, manage_age: 3, last_name: 'Другая', reg_passport: '' })).status).toBe(200)
  const { data: kept } = await app.db
    .selectFrom('applications')
    .select('data')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({ ...data, manage_age: 3 })
  const documents = app.db.selectFrom('personal_documents').select('kind').where('account_id', '=', person.id)
  expect(await documents.execute()).toEqual([{ kind: 'passport' }])
})

test('KA-01 a checker reads an application with its documents, takes the next, and a refusal waits for a second look; the hours are counted', async () => {
  const { form } = (await aRegistration(app.db, { code: 'season_plain' })).settings
  const scan = {
    name: 'document_scan',
    label: 'Снимок документа',
    view: 'file' as const,
    validation_rules: { required: true },
  }
  const { stageId } = await aRegistration(app.db, {
    code: 'season_scanned',
    manual_check: true,
    form: { ...form, sections: [...form.sections, { code: 'scans', title: 'Документы', fields: [scan] }] },
  })
  const aScan = async (token: string) => {
    const sent = await app.fetch('/api/v3/user/files?purpose=file', {
      method: 'POST',
      headers: { 'X-Token': token, 'Content-Type': multipartType },
      body: new Uint8Array(multipartBody(aPdf(), 'passport.pdf')),
    })
    return ((await sent.json()) as { file_id: string }).file_id
  }
  const [person, other] = [await aPerson(app), await aPerson(app)]
  const file_id = await aScan(person.token)
  const applies = (token: string, scans: { file_id: string }[]) =>
    app.call('POST /user/registration/:stage_id', {
      token,
      params: { stage_id: stageId },
      body: { data: { ...data, document_scan: scans }, consents },
    })
  expect((await applies(person.token, [])).body.fields).toHaveProperty('document_scan')
  // A document of another person is refused.
  expect((await applies(other.token, [{ file_id }])).body.fields).toHaveProperty('document_scan')
  expect((await applies(person.token, [{ file_id }])).body.status).toBe('wait')
  expect((await applies(other.token, [{ file_id: await aScan(other.token) }])).body.status).toBe('wait')

  const checkers = []
  for (let number = 0; number < 2; number++) {
    const account = await anAccount(app, { roles: ['assessor'] })
    const duty = { stage_id: stageId, account_id: account.id, duty: 'check' as const, added_at: app.clock.now() }
    await app.db.insertInto('stage_staff').values(duty).execute()
    checkers.push((await sessionOf(app, account)).token)
  }
  const [first = '', second = ''] = checkers
  const next = async (token: string) =>
    (await app.call('POST /desk/stages/:stage_id/next', { token, params: { stage_id: stageId }, body: {} })).body
      .work_id
  const read = async (token: string, work_id: number) =>
    (await app.call('GET /desk/works/:work_id', { token, params: { work_id } })).body
  const work = (await next(first)) ?? 0
  // Two checkers never get the same application.
  expect(await next(second)).not.toBe(work)
  const page = await read(first, work)
  expect(page).toMatchObject({ target_hours: 24, second_look: true, state: 'waits', left: 2 })
  expect(page.waits_since).not.toBeNull()
  expect(page.lines.find(({ field }) => field === 'document_scan')).toMatchObject({
    files: [{ file_id, name: 'passport.pdf' }],
  })
  const download = (token: string) =>
    app.call('GET /desk/works/:work_id/files/:file_id', { token, params: { work_id: work, file_id } })
  expect([(await download(first)).status, (await download(other.token)).status]).toEqual([200, 403])
  const refuse = async (token: string) =>
    app.call('POST /desk/works/:work_id/check', {
      token,
      params: { work_id: work },
      body: { hand_in: page.hand_in.id, verdict: 'refuse', reason: 'Документ другого человека' },
    })
  expect((await refuse(first)).body.outcome).toBe('second_look')
  expect(await next(first)).not.toBe(work)
  expect((await refuse(second)).body.outcome).toBe('refused')
})
