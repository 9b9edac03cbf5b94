import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { saveItems } from '#server/forms/dictionaries/store.ts'
import { jobTasks } from '#server/jobs.ts'
import { acceptHandIn, acceptOrInterrupt } from '#server/stages/accept-hand-in.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { readWork } from '#server/stages/read-work.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { publishForm } from './store.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
const closes = new Date('2026-11-22T12:00:00+03:00')
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const schema: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'main',
      title: 'Главное',
      fields: [
        { name: 'goal', label: 'Цель', view: 'text', validation_rules: { required: true, max_length: 20 } },
        { name: 'works', label: 'Работаю', view: 'checkbox' },
        {
          name: 'place',
          label: 'Где',
          view: 'text',
          visible_when: { field: 'works', equals: true },
          validation_rules: { required: true },
        },
        { name: 'year', label: 'Год', view: 'year', validation_rules: { numeric: true } },
        { name: 'home', label: 'Регион', view: 'region', params: { dict: 'regions' } },
        { name: 'resume', label: 'Резюме', view: 'file' },
        {
          name: 'jobs',
          label: 'Работа',
          view: 'group',
          rows: { max: 3 },
          fields: [
            { name: 'firm', label: 'Фирма', view: 'text', validation_rules: { required: true } },
            { name: 'start', label: 'С', view: 'date' },
            { name: 'end', label: 'По', view: 'date' },
          ],
        },
      ],
    },
  ],
}

async function theForm(settings: Record<string, unknown> = {}, more: { submit_draft_at_end?: boolean } = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', title: 'Анкета', closes_at: closes, settings, ...more },
    next: { type: 'rules', requires: ['form'] },
  })
  await publishForm(app.db, stageIds.form, schema, start)
  const params = { competition: code, form: 'form' }
  type Data = Record<string, unknown>
  return {
    code,
    stageId: stageIds.form,
    read: (token: string) => app.call('GET /user/forms/:competition/:form', { token, params }),
    handIn: (token: string, data: Data, key?: string, form_version = 1) =>
      app.call('PUT /user/forms/:competition/:form', {
        token,
        params,
        body: { data, form_version },
        headers: key ? { 'Idempotency-Key': key } : {},
      }),
    draft: (token: string) => app.call('GET /user/forms/:competition/:form/draft', { token, params }),
    save: (token: string, data: Data, revision?: number) =>
      app.call('PUT /user/forms/:competition/:form/draft', { token, params, body: { data, revision } }),
  }
}

const handInsOf = (accountId: number) =>
  app.db.selectFrom('hand_ins').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

describe('a draft', () => {
  test('EN-05 CL-08 everything typed is saved, even with faults, and the faults are reported', async () => {
    const form = await theForm()
    const { token } = await aPerson(app, form.code)
    const data = { goal: 'Слишком длинная для этого поля цель', place: 'скрытое', unknown: { a: [1] } }
    const saved = await form.save(token, data)
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ revision: 1, saved_at: '2026-11-21 12:00:00' })
    expect(Object.keys(saved.body.faults)).toEqual(['goal'])
    expect((await form.draft(token)).body).toEqual({ draft: data, revision: 1, saved_at: '2026-11-21 12:00:00' })
    expect((await form.read(token)).body.status).toBe('in_progress')
  })

  test('EN-05 a save based on an older revision is a conflict and loses neither text; without a revision the last save wins', async () => {
    const form = await theForm()
    const { token } = await aPerson(app, form.code)
    await form.save(token, { goal: 'первая' }, 0)
    const conflict = await form.save(token, { goal: 'с телефона' }, 0)
    expect([conflict.status, conflict.body.code]).toEqual([409, 'draft_conflict'])
    expect((await form.draft(token)).body.draft).toEqual({ goal: 'первая' })
    expect((await form.save(token, { goal: 'вторая' }, 1)).body.revision).toBe(2)
    expect((await form.save(token, { goal: 'третья' })).body.revision).toBe(3)
  })

  test('EN-05 of simultaneous saves based on one revision exactly one succeeds', async () => {
    const form = await theForm()
    const { token } = await aPerson(app, form.code)
    const saves = await Promise.all([1, 2, 3, 4, 5].map((n) => form.save(token, { goal: `вариант ${n}` }, 0)))
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('EN-05 earlier revisions are kept, up to a maximum', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    for (let n = 0; n < 33; n += 1) await form.save(person.token, { goal: String(n) })
    const kept = await app.db
      .selectFrom('stage_draft_revisions as r')
      .innerJoin('stage_drafts as d', 'd.id', 'r.draft_id')
      .select(['r.revision', 'd.stage_id'])
      .where('d.account_id', '=', person.id)
      .orderBy('r.revision', 'desc')
      .execute()
    // Older ones are removed by every fifth save, and cannot be read even before that.
    expect(kept.map(({ revision }) => revision)).toEqual(Array.from({ length: 23 }, (_, at) => 33 - at))
    const { body } = await app.call('GET /user/stages/:stage_id/revisions', {
      token: person.token,
      params: { stage_id: kept[0]?.stage_id ?? 0 },
    })
    expect(body.revisions.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, at) => 33 - at))
  })

  test('R-27 EN-05 another person’s draft cannot be read', async () => {
    const form = await theForm()
    const [owner, stranger] = [await aPerson(app, form.code), await aPerson(app, form.code)]
    await form.save(owner.token, { goal: 'моё' })
    expect((await form.draft(stranger.token)).body).toEqual({ draft: {}, revision: 0, saved_at: null })
    expect((await form.read(stranger.token)).body.handed_in).toBeNull()
  })
})

test('EN-05 every property of a field reaches the client unchanged and has its effect', async () => {
  const item = (id: string, competition_code: string | null) => ({
    ...{ dict: 'field_schools', id, value: `Школа ${id}`, search: `школа ${id}`, region: null, fo: null, sort: 0 },
    competition_code,
  })
  const { code, stageIds } = await aCompetition(app.db, { form: { type: 'form', title: 'Анкета', closes_at: closes } })
  await saveItems(app.db, [item('общая', null), item('своя', code), item('чужая', 'another')])
  const required = { validation_rules: { required: true } }
  const portal = { value: 'ООО «Кедр»', human_readable_value: 'Общество «Кедр»' }
  const schools = { dict: 'field_schools', competition_specific_dict: true }
  const fields: FormField[] = [
    { name: 'hidden', label: 'Скрыто', view: 'text', hidden: true, value: 'служебное', ...required },
    { name: 'disabled', label: 'Выключено', view: 'text', disabled: true, value: 'служебное', ...required },
    { name: 'fixed', label: 'Организация', view: 'text', read_only: true, ...portal },
    { name: 'size', label: 'Размер', view: 'radio', params: { values: ['S', 'M'] } },
    { name: 'level', label: 'Уровень', view: 'select', options: [{ id: 'high', value: 'Высокий' }] },
    { name: 'school', label: 'Школа', view: 'suggest', params: schools },
    { name: 'course', label: 'Курс', view: 'suggest', params: { dict: 'field_schools', suggest: true } },
    {
      ...{ name: 'motto', label: 'Девиз', view: 'text', hint: 'Одно слово' },
      validation_rules: { required: true, max_length: 5 },
      custom_errors: { max_length: 'Короче, пожалуйста' },
    },
    { name: 'plain', label: 'Просто', view: 'text', ...required },
  ]
  const sections = [{ code: 'main', title: 'Главное', hint: 'Пояснение', fields }]
  await publishForm(app.db, stageIds.form, { version: 1, sections }, start)
  const { token } = await aPerson(app, code)
  const params = { competition: code, form: 'form' }
  const read = async () => (await app.call('GET /user/forms/:competition/:form', { token, params })).body
  const handIn = async (data: Record<string, unknown>) =>
    app.call('PUT /user/forms/:competition/:form', { token, params, body: { data, form_version: 1 } })
  expect((await read()).form).toEqual({ version: 1, sections })
  const offered = (await read()).dictionaries.field_schools?.map(({ id }) => id).toSorted()
  expect(offered).toEqual(['общая', 'своя'])

  const wrong = {
    size: 'XL',
    level: 'low',
    school: { id: 'чужая', value: 'x' },
    course: 'Своими словами',
    motto: 'Вперёд!',
  }
  const refused = await handIn(wrong)
  expect([refused.status, refused.body.code]).toEqual([422, 'form_invalid'])
  expect(refused.body.fields).toEqual({
    size: { rule: 'options', message: expect.any(String) },
    level: { rule: 'options', message: expect.any(String) },
    school: { rule: 'dict', message: expect.any(String) },
    motto: { rule: 'max_length', message: 'Короче, пожалуйста' },
    plain: { rule: 'required', message: 'Обязательное поле' },
  })
  const right = {
    size: 'M',
    level: 'high',
    school: { id: 'своя', value: 'x' },
    course: 'Своими словами',
    motto: 'Вверх',
  }
  const forged = { hidden: 'подмена', disabled: 'подмена', fixed: 'подмена', plain: 'да' }
  expect((await handIn({ ...right, ...forged })).status).toBe(200)
  const { data, human_readable: lines } = (await read()).handed_in ?? { data: {}, human_readable: [] }
  expect(data).toEqual({
    ...{ ...right, fixed: portal.value, plain: 'да' },
    school: { id: 'своя', value: 'Школа своя' },
  })
  expect(Object.fromEntries(lines.map(({ label, value }) => [label, value]))).toEqual({
    ...{ Организация: 'Общество «Кедр»', Размер: 'M', Уровень: 'Высокий', Школа: 'Школа своя' },
    ...{ Курс: 'Своими словами', Девиз: 'Вверх', Просто: 'да' },
  })
})

describe('handing in', () => {
  test('SK-03 CL-08 a valid answer gets a receipt, waits for its check and gives the next stage', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const { status, body } = await form.handIn(person.token, { goal: 'Учиться' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      receipt: { revision: 1, handed_in_at: '2026-11-21 12:00:00', stage_title: 'Анкета' },
      status: 'wait',
      next: { code: 'next', status: 'wait' },
    })
    expect(body.receipt.number).toMatch(/^2026-\d{7}$/)
    const page = (await form.read(person.token)).body
    expect(page).toMatchObject({ read_only: true, handed_in: { receipt_number: body.receipt.number } })
    expect(page.handed_in?.human_readable).toEqual([
      { section: 'Главное', label: 'Цель', value: 'Учиться', field: 'goal' },
    ])
  })

  test('SK-03 a valid answer is accepted automatically when the stage says so', async () => {
    const form = await theForm({ check: 'auto' })
    const person = await aPerson(app, form.code)
    expect((await form.handIn(person.token, { goal: 'Учиться' })).body.status).toBe('processing')
    const jobs = await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()
    const queued = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs where task_identifier = 'accept_hand_in'`.execute(app.db)
    expect(queued.rows).toHaveLength(1)
    await acceptHandIn(app.services, jobs[0]?.id ?? 0)
    await acceptHandIn(app.services, jobs[0]?.id ?? 0)
    expect((await form.read(person.token)).body.status).toBe('success')
    const told = await app.db.selectFrom('notifications').select('title').where('account_id', '=', person.id).execute()
    expect(told).toEqual([{ title: 'Этап «Анкета» пройден' }])
  })

  test('a check that keeps failing shows as interrupted until it succeeds, and is never given up', async () => {
    const form = await theForm({ check: 'auto' })
    const person = await aPerson(app, form.code)
    await form.handIn(person.token, { goal: 'Учиться' })
    const [handIn] = await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()
    const id = handIn?.id ?? 0
    const accepts = (attempt: number, lastAttempt = false) =>
      acceptOrInterrupt(app.services, id, { attempt, lastAttempt })
    const status = async () => (await form.read(person.token)).body.status
    const jobs = async () =>
      (await sql`select from graphile_worker._private_jobs where payload->>'handInId' = ${String(id)}`.execute(app.db))
        .rows.length
    await sql`create function refuse_all() returns trigger language plpgsql as 'begin raise exception ''full''; end'`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on notifications execute function refuse_all()`.execute(app.db)
    await expect(accepts(2)).rejects.toThrow('full')
    expect(await status()).toBe('processing')
    await expect(accepts(3)).rejects.toThrow('full')
    expect(await status()).toBe('interrupted')
    const before = await jobs()
    await expect(accepts(25, true)).rejects.toThrow('full')
    expect(await jobs()).toBe(before + 1)
    await sql`drop function refuse_all cascade`.execute(app.db)
    await accepts(1)
    expect(await status()).toBe('success')
    const facts = await app.db
      .selectFrom('stage_facts')
      .select('interrupted_at')
      .where('account_id', '=', person.id)
      .execute()
    expect(facts).toEqual([{ interrupted_at: null }])
    await accepts(25, true)
    expect(await status()).toBe('success')
  })

  test('SK-03 faults are reported by field, and nothing is handed in', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const data = { works: true, year: '19', jobs: [{ firm: '', start: '2020-01-01', end: '2019-01-01' }] }
    const { status, body } = await form.handIn(person.token, data)
    expect([status, body.code]).toEqual([422, 'form_invalid'])
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['goal', 'jobs.0.end', 'jobs.0.firm', 'place', 'year'])
    expect(await handInsOf(person.id)).toEqual([])
  })

  test('SK-03 KE-03 a value whose condition became false stays in the draft but is not handed in', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const data = { goal: 'Учиться', works: false, place: 'Завод', hacked: 1 }
    await form.save(person.token, data)
    expect((await form.handIn(person.token, data)).status).toBe(200)
    expect((await handInsOf(person.id))[0]?.data).toEqual({ goal: 'Учиться', works: false })
    expect((await form.draft(person.token)).body.draft).toEqual(data)
  })

  test('SK-03 a choice must be in the dictionary and gets the dictionary’s wording', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const wrong = await form.handIn(person.token, { goal: 'Учиться', home: { id: 'moon', value: 'Луна' } })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['home']])
    const right = await form.handIn(person.token, { goal: 'Учиться', home: { id: '7700000000000', value: 'Луна' } })
    expect(right.status).toBe(200)
    expect((await handInsOf(person.id))[0]?.data.home).toEqual({ id: '7700000000000', value: 'Москва' })
  })

  test('SK-03 KE-03 a retired dictionary item stays valid only for people who chose it before', async () => {
    const form = await theForm()
    const [chooser, newcomer] = [await aPerson(app, form.code), await aPerson(app, form.code)]
    const data = { goal: 'Учиться', home: '7800000000000' }
    await form.save(chooser.token, data)
    const retire = (retired: boolean) =>
      app.db
        .updateTable('dictionary_items')
        .set({ retired })
        .where('dict', '=', 'regions')
        .where('id', '=', '7800000000000')
        .execute()
    const offered = async () =>
      (await form.read(newcomer.token)).body.dictionaries.regions?.map(({ id }) => id).includes(data.home)
    expect(await offered()).toBe(true)
    await retire(true)
    expect(await offered()).toBe(false)
    const refused = await form.handIn(newcomer.token, data)
    expect([refused.status, refused.body.fields?.home?.rule]).toEqual([422, 'dict'])
    expect((await form.handIn(chooser.token, data)).status).toBe(200)
    await retire(false)
  })

  test('SK-03 R-27 a file must belong to the person, and its name, size and type come from the portal', async () => {
    const form = await theForm()
    const [owner, stranger] = [await aPerson(app, form.code), await aPerson(app, form.code)]
    const id = 'a1'.repeat(16)
    await app.db
      .insertInto('files')
      .values({
        id,
        account_id: owner.id,
        purpose: 'file',
        name: 'resume.pdf',
        type: 'application/pdf',
        size: 1234,
        sha256: 'x',
      })
      .execute()
    const data = { goal: 'Учиться', resume: [{ file_id: id, name: 'virus.exe', size: 1 }] }
    const stolen = await form.handIn(stranger.token, data)
    expect([stolen.status, stolen.body.fields?.resume?.rule]).toEqual([422, 'file'])
    expect((await form.handIn(owner.token, data)).status).toBe(200)
    expect((await handInsOf(owner.id))[0]?.data.resume).toEqual([
      { file_id: id, name: 'resume.pdf', size: 1234, type: 'application/pdf' },
    ])
    const kept = await app.db.selectFrom('files').select('handed_in').where('id', '=', id).executeTakeFirst()
    expect(kept?.handed_in).toBe(true)
  })

  test('SK-03 KE-03 an outdated form in an open tab gets the changed fields only', async () => {
    const form = await theForm()
    const { token } = await aPerson(app, form.code)
    const [section] = schema.sections
    const fields = (section?.fields ?? []).map((field) =>
      field.name === 'goal' ? { ...field, label: 'Зачем' } : field,
    )
    const added = { name: 'extra', label: 'Ещё', view: 'text' as const }
    const changed = { version: 2, sections: [{ code: 'main', title: 'Главное', fields: [...fields, added] }] }
    await publishForm(app.db, form.stageId, changed, app.clock.now())
    const { status, body } = await form.handIn(token, { goal: 'Учиться' })
    expect([status, body.code]).toEqual([409, 'form_version_outdated'])
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['extra', 'goal'])
    expect((await form.handIn(token, { goal: 'Учиться' }, undefined, 2)).status).toBe(200)
  })

  test('SK-03 the same request with the same key is one hand-in; another request with that key is refused', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const data = { goal: 'Учиться' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => form.handIn(person.token, data, 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await handInsOf(person.id)).toHaveLength(1)
    const other = await form.handIn(person.token, { goal: 'Другое' }, 'key-1')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('SK-03 two simultaneous hand-ins give one receipt', async () => {
    const form = await theForm()
    const person = await aPerson(app, form.code)
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => form.handIn(person.token, { goal: `Цель ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await handInsOf(person.id)).toHaveLength(1)
  })
})

describe('the end', () => {
  const tokenAfterEnd = async (ms: number, who: { email: string }) => {
    app.clock.set(new Date(closes.getTime() + ms))
    return (await sessionOf(app, who)).token
  }

  test('SK-03 after the end every write is refused with stage_closed, but a hand-in on its way still counts', async () => {
    const form = await theForm()
    const [one, two] = [await aPerson(app, form.code), await aPerson(app, form.code)]
    const inTime = await tokenAfterEnd(59_000, one)
    expect((await form.save(inTime, { goal: 'поздно' })).body.code).toBe('stage_closed')
    expect((await form.handIn(inTime, { goal: 'успел' })).status).toBe(200)
    const late = await form.handIn(await tokenAfterEnd(60_000, two), { goal: 'опоздал' })
    expect([late.status, late.body.code]).toEqual([409, 'stage_closed'])
    expect(late.body.message).toBe('Этап закрыт. Срок закончился 22.11.2026 12:00')
  })

  test('SK-03 the draft at the end is handed in by the system once, when the stage says so', async () => {
    const form = await theForm({ check: 'manual' }, { submit_draft_at_end: true })
    const kept = await theForm({ check: 'manual' })
    const [one, two] = [await aPerson(app, form.code), await aPerson(app, kept.code)]
    await form.save(one.token, { goal: 'Учиться', place: 'скрытое' })
    await kept.save(two.token, { goal: 'Учиться' })
    const token = await tokenAfterEnd(59_000, one)
    expect(await handInDraftsAtEnd(app.services)).toBe(0)
    app.clock.set(new Date(closes.getTime() + 60_000))
    expect(await handInDraftsAtEnd(app.services)).toBe(1)
    expect(await handInDraftsAtEnd(app.services)).toBe(0)
    expect(await handInsOf(one.id)).toMatchObject([
      { by_system: true, arrived_at: closes, data: { goal: 'Учиться' }, revision: 1 },
    ])
    expect((await form.read(token)).body).toMatchObject({ status: 'wait', handed_in: { data: { goal: 'Учиться' } } })
    const page = await app.call('GET /user/stages/:stage_id', { token, params: { stage_id: form.stageId } })
    expect(page.body.receipt).toMatchObject({ by_system: true, revision: 1 })
    const other = await tokenAfterEnd(60_000, two)
    expect((await kept.read(other)).body).toMatchObject({ status: 'timeover', handed_in: null })
    expect((await kept.draft(other)).body.draft).toEqual({ goal: 'Учиться' })
  })

  test('SK-03 a form does not show its questions before it opens', async () => {
    app.clock.set(start)
    const { code, stageIds } = await aCompetition(app.db, { form: { type: 'form', opens_at: closes } })
    await publishForm(app.db, stageIds.form, schema, start)
    const { token } = await aPerson(app, code)
    const params = { competition: code, form: 'form' }
    const { body } = await app.call('GET /user/forms/:competition/:form', { token, params })
    expect(body).toMatchObject({ status: 'wait', read_only: true, form: { sections: [] } })
  })
})

test('SK-03 returned work is in progress with remarks, and handing it in again is the next revision', async () => {
  const form = await theForm()
  const person = await aPerson(app, form.code)
  await form.handIn(person.token, { goal: 'Учиться' })
  const of = { accountId: person.id, stageId: form.stageId }
  await app.db.transaction().execute(async (tx) => {
    const { accountId, stageId } = of
    await settleAndTell(tx, app.services, {
      ...{ accountIds: [accountId], stageId, outcome: 'returned', reason: 'Уточните' },
    })
    await tx
      .insertInto('stage_remarks')
      .values({ account_id: of.accountId, stage_id: of.stageId, field: 'goal', text: 'Подробнее', created_at: start })
      .execute()
  })
  expect((await form.read(person.token)).body).toMatchObject({
    status: 'in_progress',
    read_only: false,
    remarks: [{ field: 'goal', text: 'Подробнее' }],
  })
  const again = await form.handIn(person.token, { goal: 'Учиться у людей' })
  expect(again.body).toMatchObject({ status: 'wait', receipt: { revision: 2 } })
  expect((await form.read(person.token)).body.remarks).toEqual([])
})

test('SK-03 reading a form takes the same number of queries for any number of fields', async () => {
  const form = await theForm()
  const { id: accountId } = await aPerson(app, form.code)
  const cost = () => countQueries(() => readWork(app.services, accountId, { competitionCode: form.code, code: 'form' }))
  await cost()
  const before = await cost()
  const many = Array.from({ length: 40 }, (_none, n) => ({ name: `f${n}`, label: `${n}`, view: 'text' as const }))
  const [section] = schema.sections
  const fields = [...(section?.fields ?? []), ...many]
  await publishForm(app.db, form.stageId, { version: 2, sections: [{ code: 'a', title: 'А', fields }] }, start)
  await cost()
  expect(await cost()).toBe(before)
})

test('VL-14 the server and the browser find the same faults in any answer', async () => {
  const form = await theForm()
  const { token } = await aPerson(app, form.code)
  const text = fc.oneof(
    fc.constantFrom('', ' ', 'Учиться', '2020', '20', '-1', '2020-01-01', '31.12.2019', '2020-02-30'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  const odd = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}))
  const answer = fc.record(
    {
      goal: fc.oneof(text, odd),
      works: fc.oneof(fc.boolean(), odd),
      place: odd,
      year: odd,
      jobs: fc.oneof(
        fc.array(fc.record({ firm: odd, start: text, end: text }, { requiredKeys: [] }), { maxLength: 4 }),
        odd,
      ),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(answer, async (data) => {
      // Values that cannot be stored are refused before any rule runs.
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(data)))
      const mine = validate(schema, cleanAnswer(schema, data).data, { mode: 'hand_in', now: start })
      fc.pre(Object.keys(mine).length > 0)
      const { status, body } = await form.handIn(token, data)
      expect([status, body.code]).toEqual([422, 'form_invalid'])
      expect(body.fields).toEqual(mine)
    }),
    { numRuns: 150 },
  )
})

test('a form that cannot be filled in or checked is not published, and every faulty place is named', async () => {
  const { stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  const fields = [
    { name: 'city', label: 'Город', view: 'text' as const, validation_rules: { regexp: '^(a+)\\1$' } },
    { name: 'street', label: 'Улица', view: 'text' as const, visible_when: { field: 'town', filled: true as const } },
  ]
  const schema: FormSchema = { version: 1, sections: [{ code: 'a', title: 'А', fields }] }
  await expect(publishForm(app.db, stageIds.form, schema, start)).rejects.toMatchObject({
    code: 'form_faulty',
    fields: { city: { rule: 'schema' }, street: { message: 'Поля «town» в анкете нет' } },
    values: { where: expect.stringContaining('Поле «street»: Поля «town» в анкете нет') },
  })
  expect(await app.db.selectFrom('form_versions').selectAll().where('stage_id', '=', stageIds.form).execute()).toEqual(
    [],
  )
})

describe('the confirmation of a hand-in', () => {
  const told = (accountId: number) =>
    app.db.selectFrom('notifications').select(['title', 'text']).where('account_id', '=', accountId).execute()
  const letters = (to: string) =>
    app.db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', to).orderBy('id').execute()

  test('when people decide, it is sent at once to the bell and by letter, with the number of the receipt', async () => {
    const form = await theForm({ check: 'manual' })
    const person = await aPerson(app, form.code)
    await app.db.updateTable('accounts').set({ email_verified_at: start }).where('id', '=', person.id).execute()
    const { body } = await form.handIn(person.token, { goal: 'Учиться' }, 'once')
    await form.handIn(person.token, { goal: 'Учиться' }, 'once')
    await runQueued(app.db, 'confirm_hand_in', jobTasks(app.services))
    const text = `Номер квитанции — ${body.receipt.number}, принято 21.11.2026 12:00 по Москве. О решении мы сообщим.`
    expect(await told(person.id)).toEqual([{ title: 'Принято: «Анкета»', text }])
    const sent = await letters(person.email)
    expect(sent.filter(({ subject }) => subject === 'Принято: «Анкета»')).toHaveLength(1)
    expect(sent.at(-1)?.text).toContain(body.receipt.number)
  })

  test('when the portal accepts automatically, it is sent once, together with the result', async () => {
    const form = await theForm({ check: 'auto' })
    const person = await aPerson(app, form.code)
    const { body } = await form.handIn(person.token, { goal: 'Учиться' })
    const tasks = jobTasks(app.services)
    await runQueued(app.db, 'accept_hand_in', tasks)
    await runQueued(app.db, 'confirm_hand_in', tasks)
    const said = await told(person.id)
    expect(said).toHaveLength(1)
    expect(said[0]?.text).toContain(body.receipt.number)
  })
})
