import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { jobTasks } from '#server/jobs.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { applicationInWords } from './application-in-words.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const overviewKey = 'GET /admin/competitions/:competition/stages/:code/registration'
const effectKey = 'POST /admin/competitions/:competition/stages/:code/registration/admission'
const askKey = 'POST /admin/competitions/:competition/stages/:code/registration/consents/:document'
const stageKey = '/admin/competitions/:competition/stages/:code'

let seasons = 0
async function aSeason() {
  seasons += 1
  const competition = `console_${seasons}`
  const { stageId, settings } = await aRegistration(app.db, { code: competition })
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))
  const params = { competition, code: 'registration' }
  const published = async () => {
    const { documents } = (
      await app.db.selectFrom('stages').select('settings').where('id', '=', stageId).executeTakeFirstOrThrow()
    ).settings as { documents: ConsentDocument[] }
    return documents.map(({ code, version, required }) => [code, version, required])
  }
  /** Edits settings that have an editor of their own and publishes them. */
  const edits = async (own: object) => {
    const { body: stage } = await app.call(`GET ${stageKey}`, { token, params })
    const saved = await app.call(`PUT ${stageKey}`, {
      token,
      params,
      body: { revision: stage.revision, answer: stage.answer, gate: null, own: { ...own } },
    })
    if (saved.status !== 200) return saved
    return app.call(`POST ${stageKey}/publish`, { token, params, body: { revision: saved.body.revision } })
  }
  return { competition, stageId, settings, token, params, published, edits }
}

type Season = Awaited<ReturnType<typeof aSeason>>

async function applies({ stageId, settings }: Season, data: object, door: 'participant' | 'supporter' = 'participant') {
  const person = await aPerson(app)
  const consents = settings.documents.map(({ code, version }) => ({ code, version }))
  const whole = { last_name: 'Ким', first_name: 'Вера', birth_date: '1990-05-01', ...data }
  const { status, text } = await app.call('POST /user/registration/:stage_id', {
    token: person.token,
    params: { stage_id: stageId },
    body: { data: whole, door, consents },
  })
  if (status !== 200) throw new Error(text)
  return person
}

test('KO-01 admission may be limited to regions: the effect is counted, and others are refused at the question, with the regions', async () => {
  const season = await aSeason()
  const { token, params, competition, stageId, settings } = season
  const region = { name: 'region', label: 'Регион', view: 'region' as const, params: { dict: 'regions' } }
  const form = {
    ...settings.form,
    sections: [...settings.form.sections, { code: 'home', title: 'Дом', fields: [region] }],
  }
  await app.db
    .updateTable('stages')
    .set({ settings: JSON.stringify({ ...settings, form }) })
    .where('id', '=', stageId)
    .execute()
  const { body: known } = await app.call(overviewKey, { token, params })
  expect(known.regions).toHaveLength(89)
  const idOf = (name: string) => known.regions.find(({ value }) => value === name)?.id ?? ''
  const [moscow, primorye] = [idOf('Москва'), idOf('Приморский край')]
  await applies(season, { region: { id: primorye, value: 'Приморский край' } })
  const admission = { regions: [moscow, idOf('Республика Татарстан')] }
  const { body: effect } = await app.call(effectKey, { token, params, body: { admission } })
  expect(effect).toEqual({ applied: 1, unmet: 1, newly: 1, by: [{ code: 'region_criteria', people: 1 }] })
  expect((await season.edits({ admission })).status).toBe(200)

  const { body: shown } = await app.call('GET /registration/:code/form', { params: { code: competition } })
  expect(shown.criteria).toMatchObject([
    { title: 'Регион проживания', words: expect.stringMatching(/^Москва; .*Татарстан/) },
  ])
  const answers = async (id: string, door: 'participant' | 'supporter' = 'participant') => {
    const { token } = await aPerson(app)
    const consents = settings.documents.map(({ code, version }) => ({ code, version }))
    const data = { last_name: 'Ким', first_name: 'Вера', birth_date: '1990-05-01', ...(id && { region: { id } }) }
    const body = { data, door, consents }
    return app.call('POST /user/registration/:stage_id', { token, params: { stage_id: stageId }, body })
  }
  const refused = await answers(primorye)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    code: 'region_criteria',
    fields: {
      region: { rule: 'region_criteria', message: expect.stringMatching(/условиям конкурса: Москва; .*Татарстан/) },
    },
  })
  expect((await answers('')).body).toMatchObject({ code: 'region_criteria' })
  expect((await answers('', 'supporter')).status).toBe(200)
  expect((await answers(moscow)).status).toBe(200)
})

test('KO-01 the effect of criteria on the applications is counted before publishing, and changes no application', async () => {
  const season = await aSeason()
  const { token, params } = season
  const effect = async (admission: object) => (await app.call(effectKey, { token, params, body: { admission } })).body
  expect(await effect({})).toEqual({ applied: 0, unmet: 0, newly: 0, by: [] })
  await applies(season, { birth_date: '1960-01-01', manage_age: 20 })
  await applies(season, { birth_date: '01.01.1995', manage_age: '1' })
  await applies(season, { birth_date: '1996-01-01', manage_age: 5 })
  await applies(season, { birth_date: '1960-01-01' }, 'supporter')
  const on = { year: 2026, month: 12, day: 1 }
  const admission = { age: { max: 55, on }, min_experience_years: 2 }
  expect(await effect(admission)).toEqual({
    ...{ applied: 3, unmet: 2, newly: 2 },
    by: [
      { code: 'age_criteria', people: 1 },
      { code: 'experience_criteria', people: 1 },
    ],
  })
  expect((await season.edits({ admission })).status).toBe(200)
  expect(await effect(admission)).toMatchObject({ unmet: 2, newly: 0 })
  expect(await effect({ ...admission, min_experience_years: 6 })).toMatchObject({ unmet: 3, newly: 1 })
  const { body: form } = await app.call('GET /registration/:code/form', { params: { code: season.competition } })
  expect(form.criteria.map(({ title, words }) => `${title}: ${words}`)).toEqual([
    'Возраст: до 55 лет на 01.12.2026',
    'Опыт управления: от 2 лет',
  ])
})

test('criteria that nobody can meet and a consent without words are not published', async () => {
  const { edits, settings } = await aSeason()
  const on = { year: 2026, month: 12, day: 1 }
  const refused = await edits({ admission: { age: { min: 50, max: 40, on } } })
  expect([refused.status, refused.body.code]).toEqual([409, 'stage_not_ready'])
  const documents = settings.documents.map((each) => ({ ...each, text: ' ' }))
  expect((await edits({ admission: {}, documents })).body.code).toBe('stage_not_ready')
  expect((await edits({ admission: { age: { min: 'x', on } } })).body.code).toBe('form_invalid')
})

test('a changed document becomes the next version; people who agreed to the earlier one are asked once and agree', async () => {
  const season = await aSeason()
  const { token, params, settings, edits, published } = season
  const person = await applies(season, {})
  const other = await applies(season, {})
  const [data, news] = settings.documents as [ConsentDocument, ConsentDocument]
  await edits({ documents: [news, { ...data, text: 'Новый текст.' }] })
  expect(await published()).toEqual([
    ['news', 1, false],
    ['personal_data', 3, true],
  ])
  const ask = (version: number) =>
    app.call(askKey, { token, params: { ...params, document: 'personal_data' }, body: { version } })
  const of = async () =>
    (await app.call(overviewKey, { token, params })).body.documents.find(({ code }) => code === 'personal_data')
  expect(await of()).toMatchObject({ version: 3, given: 0, earlier: 2, asked_at: null })
  const own = async () =>
    (await app.call('GET /user/consents', { token: person.token })).body.consents.filter(
      ({ document_code }) => document_code === 'personal_data',
    )
  expect((await own()).map(({ may_give_again, text_now }) => [may_give_again, text_now])).toEqual([[false, null]])
  expect((await ask(2)).body.code).toBe('consent_asked_for')
  const twice = await Promise.all([ask(3), ask(3)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  await runQueued(app.db, 'tell_of_consent', jobTasks(app.services))
  const told = await app.db
    .selectFrom('notifications')
    .select('account_id')
    .where('title', '=', 'Документ изменился: нужно ваше согласие')
    .orderBy('account_id')
    .execute()
  expect(told.map(({ account_id }) => account_id)).toEqual([person.id, other.id].sort((one, two) => one - two))
  const [asked] = await own()
  expect(asked).toMatchObject({
    asked_anew: true,
    may_give_again: true,
    text_now: { version: 3, text: 'Новый текст.' },
  })
  const give = (version: number) =>
    app.call('POST /user/consents/:id/give', { token: person.token, params: { id: asked?.id ?? 0 }, body: { version } })
  expect((await give(2)).body.code).toBe('consent_outdated')
  expect((await Promise.all([give(3), give(3)])).map(({ status }) => status)).toEqual([200, 200])
  expect((await own()).map(({ version, may_give_again }) => [version, may_give_again])).toEqual([
    [3, false],
    [2, false],
  ])
  expect(await of()).toMatchObject({ given: 1, earlier: 1, asked_at: expect.any(String) })
})

test('the questions of a registration are edited and published with versions; answers keep their version', async () => {
  const season = await aSeason()
  const { token, params, stageId, settings, edits } = season
  const formKey = `${stageKey}/form` as const
  const read = async () => (await app.call(`GET ${formKey}`, { token, params })).body
  const save = async (form: object) =>
    app.call(`PUT ${formKey}`, { token, params, body: { revision: (await read()).revision, form } as never })
  const publish = async (answers: 'keep' | 'reopen' | null = null) =>
    app.call(`POST ${formKey}/publish`, { token, params, body: { revision: (await read()).revision, answers } })
  expect(await read()).toMatchObject({
    form: settings.form,
    published: settings.form,
    reopens: false,
    may_reopen: false,
  })
  const person = await applies(season, { manage_age: 7 })
  // Unpublished edits of the stage are not lost, and do not bring the old questions back.
  const { body: stage } = await app.call(`GET ${stageKey}`, { token, params })
  expect(Object.keys(stage.own)).toEqual(['admission', 'documents'])
  const admission = { min_experience_years: 1 }
  const own = { admission, form: { version: 9, sections: [] } }
  await app.call(`PUT ${stageKey}`, {
    token,
    params,
    body: { revision: stage.revision, answer: stage.answer, gate: null, own },
  })
  const [section] = settings.form.sections
  const fields = section?.fields ?? []
  const goal = { name: 'goal', label: 'Зачем вам конкурс', view: 'text' }
  const formOf = (...all: object[]) => ({ version: 1, sections: [{ ...section, fields: all }] })
  await save(formOf(...fields.filter(({ name }) => name !== 'first_name'), goal))
  expect((await publish()).body.code).toBe('form_faulty')
  await save(formOf(...fields.filter(({ name }) => name !== 'manage_age'), goal))
  expect((await publish()).body.code).toBe('form_breaks_answers')
  expect((await publish('reopen')).body.code).toBe('stage_closed')
  expect((await publish('keep')).body).toMatchObject({ published: { version: 2 }, changes: [] })
  const form = async () =>
    (await app.call('GET /registration/:code/form', { params: { code: season.competition } })).body.form as FormSchema
  expect([(await form()).version, fieldsOf(await form()).map(({ name }) => name)]).toEqual([
    2,
    ['last_name', 'first_name', 'middle_name', 'birth_date', 'reg_passport', 'snils', 'goal'],
  ])
  // The unpublished criterion now lacks its question, and the checklist of the stage shows that.
  const { body: waiting } = await app.call(`GET ${stageKey}`, { token, params })
  expect(waiting.checklist.map(({ text }) => text)).toContain(
    'Условие допуска «опыт» не проверить: нет вопроса с кодом «manage_age»',
  )
  expect((await edits({ admission: {} })).status).toBe(200)
  expect((await form()).version).toBe(2)
  const row = (await app.services.seasons.of(app.db, params.competition))?.byId.get(stageId)
  if (!row) throw new Error('the stage is gone')
  const lines = await applicationInWords(app.db, app.services, { accountId: person.id, stage: row })
  expect(lines.find(({ field }) => field === 'manage_age')).toMatchObject({ value: '7' })
})
