import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStages } from '#server/editing/seasons/list-stages.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { AnswerData, FormSection } from '#shared/forms/fields/field.ts'
import type { Gate } from '#shared/stages/gate.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function organiser(competition?: string) {
  const account = await anAccount(app, { isDemo: true, ...(competition ? {} : { flags: ['competitions'] }) })
  if (competition)
    await app.db
      .insertInto('admin_flags')
      .values({ account_id: account.id, flag: 'competitions', competition_code: competition })
      .execute()
  return { ...account, token: (await sessionOf(app, account)).token }
}

const essay = { type: 'essay', settings: { task: 'Напишите о решении', max_words: 600 } }

test('the editor knows which work a stage has: checked, judged, compared', async () => {
  const { code } = await aCompetition(app.db, {
    essay,
    test: { type: 'test' },
    door: { type: 'registration' },
    top: { type: 'group' },
  })
  const { token } = await organiser(code)
  const work = async (stage: string) => (await read(token, code, stage)).body.work
  expect(await work('essay')).toEqual({ checked: true, judged: true, compared: true })
  expect(await work('door')).toEqual({ checked: true, judged: false, compared: false })
  for (const none of ['test', 'top'])
    expect(await work(none)).toEqual({ checked: false, judged: false, compared: false })
})

const read = (token: string, competition: string, code: string) =>
  app.call('GET /admin/competitions/:competition/stages/:code', { token, params: { competition, code } })

async function formFields(token: string, competition: string, code: string) {
  const { sections } = (await read(token, competition, code)).body.form
  return sections.flatMap((section) => (section as FormSection).fields)
}

/** Saves the stage with changed answers. */
async function save(token: string, competition: string, code: string, changed: AnswerData, gate?: Gate | null) {
  const { body } = await read(token, competition, code)
  return app.call('PUT /admin/competitions/:competition/stages/:code', {
    token,
    params: { competition, code },
    body: {
      revision: body.revision,
      answer: { ...body.answer, ...changed },
      gate: gate === undefined ? body.gate : gate,
    },
  })
}

async function publish(token: string, competition: string, code: string) {
  const { body } = await read(token, competition, code)
  return app.call('POST /admin/competitions/:competition/stages/:code/publish', {
    token,
    params: { competition, code },
    body: { revision: body.revision },
  })
}

test('R-30 an organiser of another competition is refused by every route', async () => {
  const mine = await aCompetition(app.db, { essay })
  const other = await aCompetition(app.db, { essay })
  const { token } = await organiser(mine.code)
  const params = { competition: other.code, code: 'essay' }
  const refused = [
    await app.call('GET /admin/competitions/:competition/stages', { token, params }),
    await app.call('GET /admin/competitions/:competition/audit', { token, params }),
    await read(token, other.code, 'essay'),
    await app.call('PUT /admin/competitions/:competition/stages/:code', {
      token,
      params,
      body: { revision: 0, answer: {}, gate: null },
    }),
    await app.call('POST /admin/competitions/:competition/stages/:code/publish', {
      token,
      params,
      body: { revision: 0 },
    }),
    await app.call('DELETE /admin/competitions/:competition/stages/:code/edits', {
      token,
      params,
      query: { revision: 0 },
    }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'no_access']))
  expect((await read(token, mine.code, 'essay')).status).toBe(200)
})

test('participants do not see saved edits before publishing, then at once; the audit has the changes', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const { token, id } = await organiser()
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  const seen = async () => {
    const { body } = await app.call('GET /user/user-stages', { token: person.token, query: { competition_code: code } })
    const [stage] = body.stages as { title: string; end_date: string | null }[]
    return [stage?.title, stage?.end_date]
  }
  const changed = { stage_title: 'Новое эссе', stage_closes_at: '2026-12-20 23:59', max_words: '800' }
  const saved = await save(token, code, 'essay', changed)
  expect(saved.body.changes).toEqual([
    { field: 'stage_title', title: 'Название', before: 'Этап essay', after: 'Новое эссе' },
    { field: 'stage_closes_at', title: 'Закрывается', before: 'пусто', after: '20.12.2026 23:59' },
    { field: 'max_words', title: 'Слов не больше', before: '600', after: '800' },
  ])
  expect(await seen()).toEqual(['Этап essay', null])

  const published = await publish(token, code, 'essay')
  expect(published.body).toMatchObject({ title: 'Новое эссе', changes: [] })
  expect(await seen()).toEqual(['Новое эссе', '2026-12-20 23:59:00'])

  const { body } = await app.call('GET /admin/competitions/:competition/audit', {
    token,
    params: { competition: code },
  })
  expect(body.count).toBe(2)
  expect(body.acts.map(({ action, stage }) => [action, stage])).toEqual([
    ['stage_published', 'essay'],
    ['stage_edited', 'essay'],
  ])
  expect(body.acts[0]?.changes).toEqual(saved.body.changes)
  const table = await app.call('GET /admin/competitions/:competition/audit/csv', {
    token,
    params: { competition: code },
  })
  expect(table.headers.get('content-disposition')).toBe(`attachment; filename="audit-${code}.csv"`)
  expect(table.headers.get('content-security-policy')).toBe('sandbox')
  expect(table.text).toContain('"Правки опубликованы";"Новое эссе";"";"Слов не больше";"600";"800"')
  expect(table.text).toContain('"Закрывается";"пусто";"20.12.2026 23:59"')
  const actors = await app.db.selectFrom('audit').select('actor_id').where('action', 'like', 'stage_%').execute()
  expect(new Set(actors.map(({ actor_id }) => actor_id))).toEqual(new Set([id]))
})

test('edits that the kind refuses are not saved, and each fault names its field', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const { token } = await organiser()
  const faulty = {
    stage_title: ' ',
    max_words: '20000',
    stage_opens_at: '2026-12-20 10:00',
    stage_closes_at: '2026-12-20 09:00',
  }
  const { status, body } = await save(token, code, 'essay', faulty)
  expect([status, body.code]).toEqual([422, 'form_invalid'])
  expect(Object.keys(body.fields ?? {}).sort()).toEqual(['max_words', 'stage_closes_at', 'stage_title'])
  const backwards = await save(token, code, 'essay', { ...faulty, stage_title: 'Эссе', max_words: '10' })
  expect(backwards.body.fields).toEqual({ stage_closes_at: { rule: 'date', message: 'Раньше, чем этап открывается' } })
  expect((await read(token, code, 'essay')).body.revision).toBe(0)
})

test('two organisers who opened the same stage do not overwrite each other', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const one = await organiser()
  const other = await organiser()
  const { body: opened } = await read(one.token, code, 'essay')
  const write = (token: string, title: string) =>
    app.call('PUT /admin/competitions/:competition/stages/:code', {
      token,
      params: { competition: code, code: 'essay' },
      body: { revision: opened.revision, answer: { ...opened.answer, stage_title: title }, gate: null },
    })
  const answers = await Promise.all([write(one.token, 'Первое'), write(other.token, 'Второе')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.map(({ body }) => body.code)).toContain('stage_edit_conflict')
  const stale = await app.call('POST /admin/competitions/:competition/stages/:code/publish', {
    token: one.token,
    params: { competition: code, code: 'essay' },
    body: { revision: opened.revision },
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'stage_edit_conflict'])
})

test('a red item blocks publishing, and the refusal names it', async () => {
  const { code } = await aCompetition(app.db, { first: { type: 'rules' }, essay })
  const { token } = await organiser()
  await save(token, code, 'essay', { task: '' })
  const refused = await publish(token, code, 'essay')
  expect([refused.status, refused.body.message]).toEqual([409, 'Публиковать рано. Не написано задание эссе'])
  // A hidden stage may be published unfinished.
  await save(token, code, 'essay', { stage_published: false })
  expect((await publish(token, code, 'essay')).status).toBe(200)

  await save(token, code, 'first', { stage_requires: ['essay'] })
  await publish(token, code, 'first')
  const { body } = await save(token, code, 'essay', {
    task: 'Пишите',
    stage_requires: ['first'],
    stage_published: true,
  })
  expect(body.checklist).toEqual([{ level: 'red', text: 'Условия допуска замкнуты в круг: этап ждёт сам себя' }])
  const { body: gated } = await save(
    token,
    code,
    'essay',
    { stage_requires: [] },
    { all: [{ stage: 'gone', outcome: 'passed' }, { not: { track: ['main', 'moon'] } }] },
  )
  expect(gated.checklist).toEqual([
    { level: 'red', text: 'В условии допуска назван трек «moon», которого в конкурсе нет' },
    { level: 'red', text: 'В условии допуска назван этап «gone», которого в конкурсе нет' },
  ])
  expect(gated.gate_words).toEqual([
    'Откроется после этапа которого ещё нет в программе',
    'Этап закрыт для вашего трека',
  ])
})

test('a stage that ends before a required stage opens blocks publishing; one that ends before its end gets a warning', async () => {
  const day = (count: number) => new Date(app.clock.now().getTime() + count * 24 * 3_600_000)
  const dates = (opens: number, closes: number) => ({ opens_at: day(opens), closes_at: day(closes) })
  const { code } = await aCompetition(app.db, {
    first: { type: 'rules', ...dates(5, 9) },
    essay: { ...essay, ...dates(1, 4) },
    later: { ...essay, ...dates(1, 7) },
  })
  const { token } = await organiser()
  const checklistOf = async (stage: string) =>
    (await save(token, code, stage, { stage_requires: ['first'] })).body.checklist
  expect((await checklistOf('essay')).map(({ level }) => level)).toEqual(['red'])
  expect((await publish(token, code, 'essay')).body.message).toContain('Закрывается раньше, чем откроется этап')
  expect((await checklistOf('later')).map(({ level }) => level)).toEqual(['yellow'])
})

test('a stage where people have worked cannot be hidden', async () => {
  const { code, stageIds } = await aCompetition(app.db, { essay })
  const { token } = await organiser()
  const person = await aPerson(app)
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: person.id, stage_id: stageIds.essay, started_at: app.clock.now() })
    .execute()
  await save(token, code, 'essay', { stage_published: false })
  const { status, body } = await publish(token, code, 'essay')
  expect([status, body.message]).toEqual([409, 'Этап нельзя скрыть: на нём уже работали участники (1 человек)'])
})

test('discarded edits are gone, and a gate that the portal cannot evaluate is refused', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const { token } = await organiser()
  const { body: saved } = await save(token, code, 'essay', { stage_title: 'Другое' })
  const { body: dropped } = await app.call('DELETE /admin/competitions/:competition/stages/:code/edits', {
    token,
    params: { competition: code, code: 'essay' },
    query: { revision: saved.revision },
  })
  expect([dropped.answer.stage_title, dropped.changes, dropped.revision]).toEqual(['Этап essay', [], 2])
  for (const odd of [{ all: [{ stage: 'x' }] }, { past_finalist: true, all: [] }, 'x', { not: {} }])
    expect((await save(token, code, 'essay', {}, odd as never)).status).toBe(400)
})

test('the list of stages takes the same number of queries for one stage and for many', async () => {
  const costs = async (stages: Record<string, { type: string }>) => {
    const { code } = await aCompetition(app.db, stages)
    await listStages(app.services, code)
    return countQueries(() => listStages(app.services, code))
  }
  const one = await costs({ a: { type: 'rules' } })
  expect(await costs({ a: { type: 'rules' }, b: { type: 'rules' }, c: { type: 'group' } })).toEqual(one)
})

test('questions that cannot be filled in are in the checklist with their place and block publishing', async () => {
  const field = { name: 'city', label: 'Город', view: 'text', visible_when: { field: 'town', filled: true } }
  const form = { version: 1, sections: [{ code: 'a', title: 'А', fields: [field] }] }
  const documents = [{ code: 'pd', title: 'Согласие', text: 'Да', version: 1, required: true, purpose: 'Участие' }]
  const { code } = await aCompetition(app.db, { registration: { type: 'registration', settings: { form, documents } } })
  const { token } = await organiser()
  await save(token, code, 'registration', { stage_title: 'Вход' })
  const text = 'Вопросы нужно поправить. Поле «city»: Поля «town» в анкете нет'
  expect((await read(token, code, 'registration')).body.checklist).toContainEqual({ level: 'red', text })
  const refused = await publish(token, code, 'registration')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'stage_not_ready',
    expect.stringContaining(text),
  ])
})

test('the tracks of a stage, its clock and the dates of single tracks are edited like its other dates', async () => {
  const { code } = await aCompetition(app.db, { essay }, { tracks: ['business', 'state'] })
  const { token } = await organiser()
  const people = { business: await aPerson(app), state: await aPerson(app) }
  for (const [track, { id }] of Object.entries(people)) await takesPart(app.db, id, code, track, app.clock.now())
  const ends = async ({ token: of }: { token: string }) => {
    const { body } = await app.call('GET /user/user-stages', { token: of, query: { competition_code: code } })
    return (body.stages as { end_date: string | null }[]).map(({ end_date }) => end_date)
  }
  const state = { track: 'state', opens_at: '', closes_at: '2026-12-25 18:00' }
  const dates = { stage_closes_at: '2026-12-20 18:00', stage_track_windows: [state] }
  const { body } = await save(token, code, 'essay', dates)
  expect(body.answer.stage_track_windows).toEqual([state])
  expect(body.changes.map(({ title }) => title)).toEqual(['Закрывается', 'Сроки отдельных треков'])
  await publish(token, code, 'essay')
  expect([await ends(people.business), await ends(people.state)]).toEqual([
    ['2026-12-20 18:00:00'],
    ['2026-12-25 18:00:00'],
  ])
  await app.db
    .updateTable('participations')
    .set({ region: '2500000000000' })
    .where('competition_code', '=', code)
    .execute()
  await save(token, code, 'essay', { stage_clock: 'participant', stage_tracks: ['state'] })
  await publish(token, code, 'essay')
  expect([await ends(people.business), await ends(people.state)]).toEqual([[], ['2026-12-25 11:00:00']])
})

test('impossible dates of a track are refused at their row', async () => {
  const { code } = await aCompetition(app.db, { essay }, { tracks: ['business', 'state'] })
  const { token } = await organiser()
  const refused = async (...rows: Record<string, string>[]) => {
    const windows = rows.map((row) => ({ opens_at: '', closes_at: '', ...row }))
    const dates = { stage_opens_at: '2026-12-10 10:00', stage_track_windows: windows }
    const { status, body } = await save(token, code, 'essay', dates)
    return [status, ...Object.keys(body.fields ?? {})]
  }
  const late = { closes_at: '2026-12-20 10:00' }
  expect(await refused({ track: 'state', closes_at: '2026-12-09 10:00' })).toEqual([
    422,
    'stage_track_windows.0.closes_at',
  ])
  expect(await refused({ track: 'state' })).toEqual([422, 'stage_track_windows.0.opens_at'])
  expect(await refused({ track: 'state', ...late }, { track: 'state', ...late })).toEqual([
    422,
    'stage_track_windows.1.track',
  ])
  expect(await refused({ track: 'moon', ...late })).toEqual([422, 'stage_track_windows.0.track'])
  expect(await refused({ track: 'state', ...late })).toEqual([200])
})

test('edits that were saved before the form had tracks leave the tracks as they are', async () => {
  const { code, stageIds } = await aCompetition(
    app.db,
    { essay: { ...essay, tracks: ['state'] } },
    { tracks: ['main', 'state'] },
  )
  const { token } = await organiser()
  await save(token, code, 'essay', { stage_title: 'Новое' })
  await sql`update stage_edits set data = data - 'tracks' - 'clock' - 'track_windows' where stage_id = ${stageIds.essay}`.execute(
    app.db,
  )
  expect((await read(token, code, 'essay')).body.changes.map(({ title }) => title)).toEqual(['Название'])
  await publish(token, code, 'essay')
  expect((await read(token, code, 'essay')).body.answer).toMatchObject({
    stage_title: 'Новое',
    stage_tracks: ['state'],
  })
})

test('a track is not removed from a stage at which its people have worked', async () => {
  const { code, stageIds } = await aCompetition(app.db, { essay }, { tracks: ['business', 'state'] })
  const { token } = await organiser()
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'state', app.clock.now())
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: person.id, stage_id: stageIds.essay, started_at: app.clock.now() })
    .execute()
  await save(token, code, 'essay', { stage_tracks: ['business'] })
  const refused = await publish(token, code, 'essay')
  expect([refused.status, refused.body.code]).toEqual([409, 'stage_in_use'])
  await save(token, code, 'essay', { stage_tracks: ['state'] })
  expect((await publish(token, code, 'essay')).status).toBe(200)
})

test('the list of stages has the choices for conditions: tracks, regions and the documents of the registration', async () => {
  const documents = [
    { code: 'pd', title: 'Обработка данных', text: 'Да', version: 1, required: true, purpose: 'Участие' },
  ]
  const { code } = await aCompetition(app.db, {
    registration: { type: 'registration', settings: { documents } },
    essay,
  })
  await app.db
    .insertInto('dictionary_items')
    .values({ dict: 'regions', id: '7700000000000', value: 'Москва', search: 'москва' })
    .execute()
  const { token } = await organiser()
  const { choices } = (
    await app.call('GET /admin/competitions/:competition/stages', { token, params: { competition: code } })
  ).body
  expect(choices).toEqual({
    tracks: [{ id: 'main', value: 'Трек main' }],
    regions: [{ id: '7700000000000', value: 'Москва' }],
    consents: [{ id: 'pd', value: 'Обработка данных' }],
  })
})

test('a setting that names stages offers the stages that fit it, of the same tracks, by their titles', async () => {
  const { code } = await aCompetition(
    app.db,
    {
      ...{ rules: { type: 'rules' }, essay, test: { type: 'test' }, top: { type: 'group' } },
      ...{ opinion: { type: 'feedback' }, other: { type: 'feedback' }, peers: { type: 'mgmt_solution_assessment' } },
      ...{ teams: { type: 'teams_forming' }, solution: { type: 'teams_solution' }, cup: { type: 'playoff' } },
      marks: { type: 'teams_evaluation', settings: { score_of: 'rules' } },
      choice: { type: 'choose_tracks', tracks: ['state'] },
      elsewhere: { type: 'essay', tracks: ['business'] },
    },
    { tracks: ['business', 'state'] },
  )
  const { token } = await organiser()
  const offered = async (stage: string, setting: string) =>
    (await formFields(token, code, stage)).find(({ name }) => name === setting)?.options?.map(({ id }) => id)
  expect(await offered('opinion', 'about')).toEqual([
    ...['', 'rules', 'essay', 'test', 'peers', 'teams', 'solution', 'cup', 'marks', 'choice', 'elsewhere'],
  ])
  expect(await offered('peers', 'works_of')).toEqual(['', 'essay', 'solution', 'choice', 'elsewhere'])
  expect(await offered('teams', 'member_stages')).toEqual([
    ...['rules', 'essay', 'test', 'opinion', 'other', 'peers', 'cup', 'marks', 'choice', 'elsewhere'],
  ])
  // An essay of another track is not offered: people who come to the choice do not write it.
  expect(await offered('choice', 'score_of')).toEqual(['', 'essay', 'test', 'solution', 'marks'])
  expect(await offered('cup', 'rating_of')).toContain('elsewhere')
  expect(await offered('cup', 'entrants_of')).toContain('rules')
  // The rules have no scores but are named already, so they are offered: other settings can still be saved.
  expect(await offered('marks', 'score_of')).toContain('rules')
  expect(await offered('cup', 'rating_of')).not.toContain('rules')
})

test('a stage in a setting is stored by its code and shown by its title, and it may no longer exist', async () => {
  const { code } = await aCompetition(app.db, { essay, opinion: { type: 'feedback', settings: { about: 'gone' } } })
  const { token } = await organiser()
  expect((await save(token, code, 'opinion', { hours: 5 })).status).toBe(200)
  const { body } = await save(token, code, 'opinion', { about: 'essay' })
  expect(body.answer.about).toBe('essay')
  expect(body.changes.find(({ field }) => field === 'about')).toMatchObject({
    before: 'gone: такого этапа нет',
    after: 'Этап essay',
  })
  expect((await save(token, code, 'opinion', { about: 'opinion' })).body.code).toBe('form_invalid')
  expect((await publish(token, code, 'opinion')).status).toBe(200)
  const { settings } = await app.db
    .selectFrom('stages')
    .select('settings')
    .where('competition_code', '=', code)
    .where('code', '=', 'opinion')
    .executeTakeFirstOrThrow()
  expect(settings).toMatchObject({ about: 'essay', hours: 5 })
})

test('a setting that names tracks offers the tracks of the season by their titles and accepts no other', async () => {
  const tracks = [{ code: 'business', limit: 0, letter: false, gate: null }]
  const { code } = await aCompetition(
    app.db,
    { choice: { type: 'choose_tracks', settings: { tracks, default_track: 'gone' } } },
    { tracks: ['business', 'state'] },
  )
  const { token } = await organiser()
  const field = (await formFields(token, code, 'choice')).find(({ name }) => name === 'default_track')
  expect(field?.options?.map(({ value }) => value)).toEqual([
    ...['Никакой: без трека', 'Трек business', 'Трек state', 'gone: такого трека нет'],
  ])
  const refused = await save(token, code, 'choice', { open_track: 'no_such' })
  expect([refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
    ...[422, 'form_invalid', ['open_track']],
  ])
  expect((await save(token, code, 'choice', { open_track: 'gone' })).body.code).toBe('form_invalid')
  const { body } = await save(token, code, 'choice', { default_track: 'business', open_track: 'business' })
  expect(body.answer).toMatchObject({ default_track: 'business', open_track: 'business' })
  expect(body.changes).toContainEqual({
    ...{ field: 'default_track', title: 'Трек для тех, кто не выбрал до закрытия' },
    ...{ before: 'gone: такого трека нет', after: 'Трек business' },
  })
  expect((await publish(token, code, 'choice')).status).toBe(200)
  const stored = await app.db
    .selectFrom('stages')
    .select('settings')
    .where('competition_code', '=', code)
    .executeTakeFirstOrThrow()
  expect(stored.settings).toMatchObject({ default_track: 'business', open_track: 'business' })
})

test('rows of settings accept only the parts of their own stage and the documents of the registration', async () => {
  const document = {
    code: 'pd',
    title: 'Обработка данных',
    text: 'Текст',
    required: true,
    version: 1,
    purpose: 'Участие',
  }
  const { code, stageIds } = await aCompetition(app.db, {
    ...{ sign_up: { type: 'registration', settings: { documents: [document] } }, essay },
    ...{ teams: { type: 'teams_forming' }, whole: { type: 'multiform' }, other: { type: 'multiform' } },
    ...{ first: { type: 'form' }, second: { type: 'form' } },
  })
  for (const [below, above] of [
    ['first', 'whole'],
    ['second', 'other'],
  ] as const)
    await app.db
      .updateTable('stages')
      .set({ parent_id: stageIds[above] })
      .where('id', '=', stageIds[below] as number)
      .execute()
  const { token } = await organiser()
  const inRows = async (stage: string, setting: string) => {
    const field = (await formFields(token, code, stage)).find(({ name }) => name === setting)
    return field?.fields?.find(({ name }) => name === 'code')?.options
  }
  expect(await inRows('whole', 'parts')).toEqual([{ id: 'first', value: 'Этап first' }])
  expect(await inRows('teams', 'member_consents')).toEqual([{ id: 'pd', value: 'Обработка данных' }])
  const part = (of: string) => ({ parts: [{ code: of, required: false, weight: 2 }] })
  const refused = await save(token, code, 'whole', part('second'))
  expect([refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual(['form_invalid', ['parts.0.code']])
  expect((await save(token, code, 'whole', part('first'))).body.answer).toMatchObject(part('first'))
  const consent = (of: string) => ({ member_consents: [{ code: of, title: 'О данных' }] })
  expect((await save(token, code, 'teams', consent('no_such'))).body.code).toBe('form_invalid')
  expect((await save(token, code, 'teams', consent('pd'))).body.answer).toMatchObject(consent('pd'))
})

test('the list of stages shows at which of them people can have scores', async () => {
  const { code } = await aCompetition(app.db, {
    ...{ rules: { type: 'rules' }, essay, test: { type: 'test' }, marks: { type: 'teams_evaluation' } },
    ...{ top: { type: 'group' }, teams: { type: 'teams_forming' }, event: { type: 'event' }, cup: { type: 'playoff' } },
  })
  const { token } = await organiser()
  const { body } = await app.call('GET /admin/competitions/:competition/stages', {
    token,
    params: { competition: code },
  })
  expect(body.stages.flatMap(({ code: stage, scored }) => (scored ? [stage] : []))).toEqual(['essay', 'test', 'marks'])
})
