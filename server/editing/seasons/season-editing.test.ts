import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { AnswerData, FormSection } from '#shared/forms/fields/field.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { routes } from '#shared/routes.ts'
import { isSeasonCode } from '#shared/seasons/competitions/season-form.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const essay = { type: 'essay', settings: { task: 'Напишите о решении', max_words: 600 } }

async function organiser() {
  const account = await anAccount(app, { isDemo: true, flags: ['competitions'] })
  return (await sessionOf(app, account)).token
}

const read = (token: string, competition: string) =>
  app.call('GET /admin/competitions/:competition/season', { token, params: { competition } })

/** Saves the season with changed answers. */
async function save(token: string, competition: string, changed: AnswerData, revision?: number) {
  const { body } = await read(token, competition)
  return app.call('PUT /admin/competitions/:competition/season', {
    token,
    params: { competition },
    body: { revision: revision ?? body.revision, answer: { ...body.answer, ...changed } },
  })
}

type Rows = Record<string, unknown>[]
const tracksOf = async (token: string, competition: string) =>
  (await read(token, competition)).body.answer.season_tracks as Rows

test('the name, the look, the links and the copyright line of a season are saved, and everybody sees them at once', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const saved = await save(token, code, {
    season_title: '  Шестой сезон ',
    season_layout: 'voz',
    season_theme: 'leaders',
    season_news: 'https://example.org/news',
    season_copyright: '© 2027 Лидеры',
    season_ends_at: '2027-06-01 18:00',
  })
  expect([saved.status, saved.body.revision]).toEqual([200, 1])
  const { competitions } = (await app.call('GET /competitions', {})).body
  expect(competitions.find((each) => each.code === code)).toMatchObject({
    title: 'Шестой сезон',
    layout: 'voz',
    theme: 'leaders',
    end_date: '2027-06-01 18:00:00',
    links: { news: 'https://example.org/news', rules: null },
    copyright: '© 2027 Лидеры',
  })
  const { body } = await app.call('GET /admin/competitions/:competition/audit', {
    token,
    params: { competition: code },
  })
  expect(body.acts.map(({ action, changes }) => [action, changes.map(({ title }) => title)])).toEqual([
    [
      'season_edited',
      ['Название', 'Окончание конкурса', 'Рисунок и расположение', 'Цвета', 'Новости', 'Строка об авторских правах'],
    ],
  ])
  expect((await save(token, code, {})).body.revision).toBe(1)
})

test('the organiser sets the topics of requests for help; unchanged topics follow the portal’s list', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const person = await aPerson(app)
  const topics = async () =>
    (await app.call('GET /feedback_form', { token: person.token, query: { competition_code: code } })).body.topics
  const usual = await topics()
  const inLines = usual.map(({ title }) => title).join('\n')
  expect((await save(token, code, { season_topics: `${inLines}\n\n` })).body.revision).toBe(0)
  const own = ' Дорога и проживание \r\n\r\nДругое'
  expect((await save(token, code, { season_topics: own })).status).toBe(200)
  const kinds = [
    { code: 'doroga_i_prozhivanie', title: 'Дорога и проживание' },
    { code: 'other', title: 'Другое' },
  ]
  expect(await topics()).toEqual(kinds)
  for (const wrong of [
    'Дорога\nДорога',
    'Т'.repeat(121),
    Array.from({ length: 31 }, (_, at) => `Тема ${at}`).join('\n'),
  ]) {
    const refused = await save(token, code, { season_topics: wrong })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['season_topics']])
  }
  expect((await save(token, code, { season_topics: 'Дорога и проживание' })).status).toBe(200)
  expect(await topics()).toEqual(kinds.slice(0, 1))
  expect((await save(token, code, { season_topics: '' })).status).toBe(200)
  expect(await topics()).toEqual(usual)
  const kept = await app.db
    .selectFrom('competitions')
    .select('feedback_topics')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(kept.feedback_topics).toEqual([])
})

test('impossible values of a season are refused at their fields, and nothing is saved', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const refused = async (changed: AnswerData) => {
    const { status, body } = await save(token, code, changed)
    return [status, ...Object.keys(body.fields ?? {})]
  }
  expect(await refused({ season_title: ' ' })).toEqual([422, 'season_title'])
  expect(await refused({ season_vk: 'javascript:alert(1)' })).toEqual([422, 'season_vk'])
  expect(await refused({ season_support_email: 'почта' })).toEqual([422, 'season_support_email'])
  expect(await refused({ season_starts_at: '2027-06-01 18:00', season_ends_at: '2027-05-01 18:00' })).toEqual([
    422,
    'season_ends_at',
  ])
  const row = { title: 'Трек', description: '', stages: [] }
  expect(
    await refused({
      season_tracks: [
        { ...row, code: 'main' },
        { ...row, code: 'main' },
      ],
    }),
  ).toEqual([422, 'season_tracks.1.code'])
  expect(
    await refused({
      season_tracks: [
        { ...row, code: 'main' },
        { ...row, code: 'faq' },
      ],
    }),
  ).toEqual([422, 'season_tracks.1.code'])
  expect(await refused({ season_tracks: [{ ...row, code: 'main', stages: ['no_such'] }] })).toEqual([
    422,
    'season_tracks.0.stages',
  ])
  expect((await read(token, code)).body.revision).toBe(0)
})

test('a new track gets its code from its name, and only its people see the stages given to it', async () => {
  const { code } = await aCompetition(app.db, { essay, next: essay, last: essay })
  const token = await organiser()
  const rows = await tracksOf(token, code)
  const saved = await save(token, code, {
    season_tracks: [...rows, { title: 'Наука и люди', description: '', stages: ['next', 'last'], code: '' }],
  })
  expect(saved.body.answer.season_tracks).toEqual([
    { code: 'main', title: 'Трек main', description: '', stages: [] },
    { code: 'nauka_i_lyudi', title: 'Наука и люди', description: '', stages: ['next', 'last'] },
  ])
  await app.heard()
  const seen = async (track: string) => {
    const person = await aPerson(app)
    await takesPart(app.db, person.id, code, track, app.clock.now())
    const { body } = await app.call('GET /user/user-stages', { token: person.token, query: { competition_code: code } })
    return (body.stages as { code: string }[]).map((stage) => stage.code)
  }
  expect(await seen('main')).toEqual(['essay'])
  expect(await seen('nauka_i_lyudi')).toEqual(['essay', 'next', 'last'])
})

test('a stage is not taken from people who have worked at it, and a track with people, stages or events is not removed', async () => {
  const { code, stageIds } = await aCompetition(app.db, { essay }, { tracks: ['main', 'state'] })
  const token = await organiser()
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: person.id, stage_id: stageIds.essay, started_at: app.clock.now() })
    .execute()
  const [main = {}, state = {}] = await tracksOf(token, code)
  const refused = async (season_tracks: Rows) => {
    const { status, body } = await save(token, code, { season_tracks })
    return [status, body.fields]
  }
  expect(await refused([main, { ...state, stages: ['essay'] }])).toEqual([
    422,
    {
      'season_tracks.1.stages': {
        rule: 'used',
        message: 'На этапе «Этап essay» уже работали люди других треков: 1 человек',
      },
    },
  ])
  expect(await refused([state])).toEqual([
    422,
    { season_tracks: { rule: 'used', message: 'Трек «Трек main» не убрать: в нём 1 участник' } },
  ])
  expect((await save(token, code, { season_tracks: [{ ...main, stages: ['essay'] }, state] })).status).toBe(200)
  const { body } = await save(token, code, { season_tracks: [{ ...main, stages: ['essay'] }] })
  expect((body.answer.season_tracks as Rows).map(({ code: track }) => track)).toEqual(['main'])
})

test('unpublished edits of a stage get its new tracks', async () => {
  const { code } = await aCompetition(app.db, { essay }, { tracks: ['main', 'state'] })
  const token = await organiser()
  const params = { competition: code, code: 'essay' }
  const before = (await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })).body
  const { revision, answer, gate } = before
  await app.call('PUT /admin/competitions/:competition/stages/:code', {
    token,
    params,
    body: { revision, gate, answer: { ...answer, stage_title: 'Новое' } },
  })
  const [main = {}, state = {}] = await tracksOf(token, code)
  await save(token, code, { season_tracks: [main, { ...state, stages: ['essay'] }] })
  await app.heard()
  const after = (await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })).body
  expect(after.answer.stage_tracks).toEqual(['state'])
  expect(after.changes.map(({ title }) => title)).toEqual(['Название'])
})

test('the later of two organisers is refused and changes nothing, also when both save at once', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const [one, other] = [await organiser(), await organiser()]
  const both = await Promise.all([
    save(one, code, { season_title: 'Первый' }, 0),
    save(other, code, { season_title: 'Второй' }, 0),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('season_edit_conflict')
  const { rows } = await sql<{ revision: number }>`select revision from competitions where code = ${code}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ revision: 1 }])
})

test('a competition that does not exist is not found', async () => {
  const { status, body } = await read(await organiser(), 'no_such')
  expect([status, body.code]).toEqual([404, 'competition_not_found'])
})

const copy = (token: string, from: string, wanted: { code: string; title?: string; days?: number }) =>
  app.call('POST /admin/competitions', {
    token,
    body: { competition_code: from, title: 'Новый', days: 364, ...wanted },
  })

test('a season is copied with its tree, forms, rules and desk, every date moved, and the copy is hidden', async () => {
  const opens = new Date('2026-12-01T10:00:00+03:00')
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      group: { type: 'group' },
      rules: { type: 'rules', opens_at: opens },
      essay: {
        ...essay,
        title: 'Эссе 2026 года',
        closes_at: new Date('2026-12-20T18:00:00+03:00'),
        track_windows: JSON.stringify({ main: { closes_at: '2026-12-25T15:00:00.000Z' } }),
        gate: JSON.stringify({ stage: 'rules', outcome: 'passed' }),
      },
    },
    { tracks: ['main', 'state'] },
  )
  await app.db.updateTable('stages').set({ parent_id: stageIds.group }).where('id', '=', stageIds.essay).execute()
  await app.db
    .insertInto('rules_versions')
    .values(
      [1, 2].map((version) => ({
        stage_id: stageIds.rules,
        version,
        text: `Редакция ${version}`,
        effective_from: opens,
        requires_reaccept: true,
      })),
    )
    .execute()
  await sql`insert into judgings (stage_id, readers, read_until) values (${stageIds.essay}, 2, ${opens})`.execute(
    app.db,
  )
  await sql`insert into rubrics (stage_id, version, criteria, created_at)
    values (${stageIds.essay}, 3, '[]', now())`.execute(app.db)
  await aPerson(app, code)
  const token = await organiser()
  const { status, body } = await copy(token, code, { code: `${code}_next`, title: ' Новый сезон ' })
  expect([status, body.code]).toEqual([201, `${code}_next`])
  expect(body.report).toMatchObject({
    days: 364,
    copied: [
      { what: 'Треки', count: 2 },
      { what: 'Этапы', count: 3 },
      { what: 'Тексты правил', count: 1 },
      { what: 'Настройки оценивания с критериями', count: 1 },
    ],
    shifted: 5,
    left_out: [{ what: 'Участники и всё, что они сделали', count: 1 }],
    look: [
      { stage: 'rules', text: 'Текст правил «Этап rules» прошлогодний', by_hand: true },
      { stage: 'essay', text: 'В текстах этапа «Эссе 2026 года» назван год: 2026', by_hand: true },
    ],
    done: 0,
    read: [],
  })
  const { rows } = await sql`
    select s.code, p.code as parent, s.opens_at, s.closes_at, s.track_windows, s.gate, r.text, j.readers, j.read_until,
      c.published, c.title, rubrics.version
    from stages s join competitions c on c.code = s.competition_code
    left join stages p on p.id = s.parent_id
    left join rules_versions r on r.stage_id = s.id left join judgings j on j.stage_id = s.id
    left join rubrics on rubrics.stage_id = s.id
    where s.competition_code = ${`${code}_next`} order by s.sort`.execute(app.db)
  const hidden = { published: false, title: 'Новый сезон' }
  expect(rows).toMatchObject([
    { code: 'group', parent: null, ...hidden },
    { code: 'rules', text: 'Редакция 2', opens_at: new Date('2027-11-30T10:00:00+03:00'), ...hidden },
    {
      code: 'essay',
      parent: 'group',
      closes_at: new Date('2027-12-19T18:00:00+03:00'),
      track_windows: { main: { closes_at: '2027-12-24T15:00:00.000Z' } },
      gate: { stage: 'rules', outcome: 'passed' },
      readers: 2,
      read_until: new Date('2027-11-30T10:00:00+03:00'),
      version: 1,
      ...hidden,
    },
  ])
  const { competitions } = (await app.call('GET /competitions', {})).body
  expect(competitions.map((each) => each.code)).not.toContain(`${code}_next`)
})

/** The texts of the remarks that are left, and how many are done, as the overview shows them. */
async function left(token: string, competition: string) {
  await app.heard()
  const { copied } = await overview(token, competition)
  return [copied?.look.map(({ text }) => text), copied?.done]
}

const editStage = async (token: string, competition: string, stage: string, changed: AnswerData) => {
  const params = { competition, code: stage }
  const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })
  const saved = await app.call('PUT /admin/competitions/:competition/stages/:code', {
    token,
    params,
    body: { revision: body.revision, answer: { ...body.answer, ...changed }, gate: body.gate },
  })
  expect(saved.status).toBe(200)
}

test('a remark about a copy disappears when its cause is corrected, even before publishing, and returns when the edit is dropped', async () => {
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      rules: { type: 'rules' },
      essay: { ...essay, title: 'Эссе 2026 года', summary: 'Как в 2025 и 2026 году' },
      marks: { type: 'feedback', settings: { about: 'gone' } },
    },
    { tracks: ['main'] },
  )
  await sql`insert into rules_versions (stage_id, version, text, effective_from, requires_reaccept)
    values (${stageIds.rules}, 1, 'Прежние', now(), true)`.execute(app.db)
  await sql`update competitions set links = '{"news": "https://a.test/old", "rules": "https://a.test/rules"}'
    where code = ${code}`.execute(app.db)
  const token = await organiser()
  const next = `${code}_left`
  expect((await copy(token, code, { code: next })).status).toBe(201)
  const unknown =
    'Этап «Этап marks», настройка «О каком этапе спрашивать»: этапа «gone» в конкурсе нет, подойдут «rules», «essay»'
  const links = ['Ссылка на новости — прошлогодняя', 'Ссылка на правила — прошлогодняя']
  const rules = 'Текст правил «Этап rules» прошлогодний'
  const years = (title: string) => [2026, 2025].map((year) => `В текстах этапа «${title}» назван год: ${year}`)
  expect(await left(token, next)).toEqual([[unknown, ...links, rules, ...years('Эссе 2026 года')], 0])
  // A year that the organiser has just written is not from last year. Remarks use the new title of the stage at once.
  await editStage(token, next, 'essay', { stage_title: 'Эссе 2027 года', stage_summary: 'Как в 2025 году' })
  expect(await left(token, next)).toEqual([
    [unknown, ...links, rules, 'В текстах этапа «Эссе 2027 года» назван год: 2025'],
    1,
  ])
  await editStage(token, next, 'marks', { about: 'rules' })
  await save(token, next, { season_news: 'https://a.test/new' })
  await sql`insert into rules_versions (stage_id, version, text, effective_from, requires_reaccept)
    select id, 2, 'Новые', now(), true from stages where competition_code = ${next} and code = 'rules'`.execute(app.db)
  const few = ['Ссылка на правила — прошлогодняя', 'В текстах этапа «Эссе 2027 года» назван год: 2025']
  expect(await left(token, next)).toEqual([few, 4])
  const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', {
    token,
    params: { competition: next, code: 'marks' },
  })
  const dropped = await app.call('DELETE /admin/competitions/:competition/stages/:code/edits', {
    token,
    params: { competition: next, code: 'marks' },
    query: { revision: body.revision },
  })
  expect(dropped.status).toBe(200)
  expect(await left(token, next)).toEqual([[unknown, ...few], 3])
})

test('a remark that only a person can judge is marked as read and put back; a remark that the portal checks itself stays', async () => {
  const { code } = await aCompetition(app.db, {
    essay: { ...essay, title: 'Эссе 2026 года', closes_at: new Date('2020-01-01T00:00:00Z') },
  })
  const token = await organiser()
  const next = `${code}_read`
  await copy(token, code, { code: next })
  await app.heard()
  const { copied } = await overview(token, next)
  expect(copied?.look).toMatchObject([
    { text: 'Этап «Эссе 2026 года» уже закончился: его срок в прошлом', by_hand: false },
    { text: 'В текстах этапа «Эссе 2026 года» назван год: 2026', by_hand: true },
  ])
  const markRead = (key = '', read = true) =>
    app.call('POST /admin/competitions/:competition/look', {
      token,
      params: { competition: next },
      body: { key, read },
    })
  const [ended, year] = copied?.look ?? []
  // Two calls at the same time are recorded once.
  const answers = await Promise.all([ended, year, year].map((each) => markRead(each?.key)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await markRead('year:essay:1999')).status).toBe(204)
  expect(await left(token, next)).toEqual([['Этап «Эссе 2026 года» уже закончился: его срок в прошлом'], 1])
  const text = 'В текстах этапа «Эссе 2026 года» назван год: 2026'
  expect((await overview(token, next)).copied?.read).toEqual([{ key: year?.key, stage: 'essay', text }])
  // Put back, also twice at once; what is not read is not put back.
  const back = await Promise.all([ended, year, year].map((each) => markRead(each?.key, false)))
  expect(back.map(({ status }) => status)).toEqual([204, 204, 204])
  expect(await left(token, next)).toEqual([['Этап «Эссе 2026 года» уже закончился: его срок в прошлом', text], 0])
  expect((await overview(token, next)).copied?.read).toEqual([])
  const { body } = await app.call('GET /admin/competitions/:competition/audit', {
    token,
    params: { competition: next },
  })
  expect(body.acts.map(({ action, changes }) => [action, changes.map(({ title }) => title)])).toEqual([
    ['season_unread', [text]],
    ['season_read', [text]],
    ['season_copied', ['Сдвиг в днях', 'Из конкурса']],
  ])
  const other = (await sessionOf(app, await anAccount(app, { isDemo: true }))).token
  const refused = await app.call('POST /admin/competitions/:competition/look', {
    token: other,
    params: { competition: next },
    body: { key: year?.key ?? '', read: true },
  })
  expect(refused.status).toBe(403)
  // Nobody looks at it once the competition is open, so it is not worked out.
  await sql`update competitions set published = true where code = ${next}`.execute(app.db)
  await app.heard()
  expect((await overview(token, next)).copied).toBeNull()
})

test('remarks stored as texts by an earlier copy stay until they are corrected or read', async () => {
  const { code, stageIds } = await aCompetition(app.db, {
    rules: { type: 'rules' },
    essay: { ...essay, title: 'Эссе 2026 года' },
  })
  await sql`insert into rules_versions (stage_id, version, text, effective_from, requires_reaccept)
    values (${stageIds.rules}, 1, 'Прежние', now(), true)`.execute(app.db)
  const look = [
    { stage: 'essay', text: 'Этап «Эссе», настройка «Тема»: этапа «gone» в конкурсе нет' },
    { stage: null, text: 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' },
    { stage: 'essay', text: 'В текстах этапа «Эссе 2026 года» назван год: 2026' },
    { stage: 'rules', text: 'Текст правил «Этап rules» прошлогодний' },
  ]
  const copied = { from: 'Прошлый', days: 364, copied: [], shifted: 0, left_out: [], look }
  await sql`update competitions set published = false, copied = ${JSON.stringify(copied)}, links = '{"news": "https://a.test"}'
    where code = ${code}`.execute(app.db)
  const migration = new URL('../../migrations/0232-remarks-of-a-copied-season-are-worked-out-anew.sql', import.meta.url)
  await sql.raw(readFileSync(migration, 'utf8')).execute(app.db)
  const token = await organiser()
  expect(await left(token, code)).toEqual([
    [
      'Ссылка на новости — прошлогодняя',
      'Текст правил «Этап rules» прошлогодний',
      'В текстах этапа «Эссе 2026 года» назван год: 2026',
    ],
    2,
  ])
})

test('the settings of a copy name the tracks and the stages of the copy by the same codes', async () => {
  const tracks = [{ code: 'state', limit: 0, letter: false, gate: null }]
  const settings = { tracks, default_track: 'state', open_track: 'state', mode: 'by_score', score_of: 'essay' }
  const { code } = await aCompetition(
    app.db,
    { essay, choice: { type: 'choose_tracks', settings } },
    { tracks: ['main', 'state'] },
  )
  const token = await organiser()
  expect((await copy(token, code, { code: `${code}_named` })).status).toBe(201)
  const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', {
    token,
    params: { competition: `${code}_named`, code: 'choice' },
  })
  expect(body.answer).toMatchObject({ default_track: 'state', open_track: 'state', score_of: 'essay' })
  const fields = body.form.sections.flatMap((section) => (section as FormSection).fields)
  const titles = (name: string) => fields.find((field) => field.name === name)?.options?.map(({ value }) => value)
  expect(titles('default_track')).toEqual(['Никакой: без трека', 'Трек main', 'Трек state'])
  expect(titles('score_of')).toEqual(['Не выбран', 'Этап essay'])
})

test('a copy is refused at its field for a code that is taken, reserved or invalid, also when two copy at once', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const refused = async (wanted: { code: string; title?: string; days?: number }) => {
    const { status, body } = await copy(token, code, wanted)
    return [status, body.code, ...Object.keys(body.fields ?? {})]
  }
  expect(await refused({ code })).toEqual([422, 'form_invalid', 'code'])
  expect(await refused({ code: 'desk' })).toEqual([422, 'form_invalid', 'code'])
  expect(await refused({ code: 'Новый код' })).toEqual([422, 'form_invalid', 'code'])
  expect(await refused({ code: 'a_new_one', title: ' ' })).toEqual([422, 'form_invalid', 'title'])
  expect(await refused({ code: 'a_new_one', days: 5000 })).toEqual([422, 'form_invalid', 'days'])
  const both = await Promise.all([1, 2].map(() => copy(token, code, { code: `${code}_once` })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect((await copy(token, 'no_such', { code: 'a_new_one' })).body.code).toBe('competition_not_found')
})

test('R-82: a season’s code is no word that the portal answers to, whichever route or page brings the word', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const refused = async (word: string) => (await copy(token, code, { code: word })).body.fields?.code?.message
  const spoken = ['health', 'ready', 'login', 'invitations', 'view', 'stages', 'user', 'mentor', 'desk', 'constructor']
  for (const word of spoken) expect(await refused(word), word).toBe('Это слово занято адресом самого портала')
  // Login through a state service is off in this test.
  const keys = Object.keys(routes).filter((key) => !/state[-_]service/.test(key))
  const words = keys.flatMap((key) => key.split(/[ /]/).filter((part) => isSeasonCode(part)))
  expect(words.length).toBeGreaterThan(200)
  expect(words.filter((word) => !app.services.servedWords.has(word))).toEqual([])
})

test('an organiser of one competition may copy it and change the copy, and cannot copy another', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const other = await aCompetition(app.db, { essay })
  const account = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: account.id, flag: 'competitions', competition_code: code })
    .execute()
  const { token } = await sessionOf(app, account)
  expect((await copy(token, other.code, { code: `${code}_stolen` })).status).toBe(403)
  expect((await copy(token, code, { code: `${code}_own` })).status).toBe(201)
  await app.heard()
  expect((await read(token, `${code}_own`)).status).toBe(200)
})

const overview = async (token: string, competition: string) =>
  (await app.call('GET /admin/competitions/:competition/stages', { token, params: { competition } })).body
const add = (token: string, competition: string, body: { type: string; title: string; after: string | null }) =>
  app.call('POST /admin/competitions/:competition/stages', { token, params: { competition }, body })
const placesOf = async (token: string, competition: string) =>
  (await overview(token, competition)).stages.map(({ code, parent }) => ({ code, parent }))
type Places = Awaited<ReturnType<typeof placesOf>>
/** A call whose contract has no body may still be answered with a refusal. */
type MaybeRefused = { status: number; body: { code: string; message: string } }
const order = (token: string, competition: string, seen: Places, next: Places): Promise<MaybeRefused> =>
  app.call('PUT /admin/competitions/:competition/stages', {
    token,
    params: { competition },
    body: { seen, order: next },
  })

test('a stage is added after another one and everything below that, and participants do not see it before it is published', async () => {
  const { code, stageIds } = await aCompetition(app.db, { group: { type: 'group' }, inner: essay, last: essay })
  await app.db.updateTable('stages').set({ parent_id: stageIds.group }).where('id', '=', stageIds.inner).execute()
  await app.heard()
  const token = await organiser()
  const made = await add(token, code, { type: 'essay', title: ' Второе эссе ', after: 'group' })
  expect([made.status, made.body.code]).toEqual([201, 'vtoroe_esse'])
  await add(token, code, { type: 'essay', title: 'Второе эссе', after: 'inner' })
  await add(token, code, { type: 'group', title: 'Начало', after: null })
  await app.heard()
  expect(await placesOf(token, code)).toEqual([
    { code: 'nachalo', parent: null },
    { code: 'group', parent: null },
    { code: 'inner', parent: 'group' },
    { code: 'vtoroe_esse_2', parent: 'group' },
    { code: 'vtoroe_esse', parent: null },
    { code: 'last', parent: null },
  ])
  const { stages } = await overview(token, code)
  expect(stages.filter(({ published }) => published).map((stage) => stage.code)).toEqual(['group', 'inner', 'last'])
})

test('a stage whose work is done in parts is added with its parts, and a part is never added alone', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const made = await add(token, code, { type: 'public_lesson', title: 'Урок', after: 'essay' })
  await app.heard()
  const { stages, kinds } = await overview(token, code)
  expect(stages.map(({ type, parent }) => [type, parent])).toEqual([
    ['essay', null],
    ['public_lesson', null],
    ['lesson_plan', made.body.code],
    ['lesson_report', made.body.code],
  ])
  expect(kinds.map(({ type }) => type)).not.toContain('lesson_plan')
  const refused = await add(token, code, { type: 'lesson_plan', title: 'План', after: null })
  expect([refused.status, ...Object.keys(refused.body.fields ?? {})]).toEqual([422, 'type'])
  const behind = await add(token, code, { type: 'essay', title: 'Итог', after: stages[2]?.code ?? '' })
  await app.heard()
  expect((await placesOf(token, code)).at(-1)).toEqual({ code: behind.body.code, parent: null })
})

test('a stage without a name, of an unknown kind, or after a missing stage is refused at its field', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const token = await organiser()
  const refused = async (body: { type: string; title: string; after: string | null }) => {
    const { status, body: said } = await add(token, code, body)
    return [status, ...Object.keys(said.fields ?? {})]
  }
  expect(await refused({ type: 'essay', title: ' ', after: null })).toEqual([422, 'title'])
  expect(await refused({ type: 'essay', title: 'Э'.repeat(201), after: null })).toEqual([422, 'title'])
  expect(await refused({ type: 'toString', title: 'Э', after: null })).toEqual([422, 'type'])
  expect(await refused({ type: 'essay', title: 'Э', after: 'gone' })).toEqual([422, 'after'])
})

test('stages change places and groups; a change that began with another order is refused, also when two save at once', async () => {
  const { code } = await aCompetition(app.db, { group: { type: 'group' }, one: essay, two: essay })
  const token = await organiser()
  const seen = await placesOf(token, code)
  const [group, one, two] = seen as [Places[0], Places[0], Places[0]]
  const next = [two, group, { ...one, parent: 'group' }]
  const both = await Promise.all([order(token, code, seen, next), order(token, code, seen, [one, two, group])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  await app.heard()
  const now = await placesOf(token, code)
  expect((await order(token, code, seen, next)).body.code).toBe('season_edit_conflict')
  expect((await order(token, code, now, next)).status).toBe(204)
  await app.heard()
  expect(await placesOf(token, code)).toEqual(next)
  expect((await order(token, code, next, [two, group])).body.code).toBe('invalid_request')
  expect((await order(token, code, next, [two, { ...group, parent: 'two' }, one])).body.code).toBe('invalid_request')
})

const open = (token: string, competition: string, published = true): Promise<MaybeRefused> =>
  app.call('PUT /admin/competitions/:competition/opening', { token, params: { competition }, body: { published } })

/** The settings of a registration without red items. */
const sound = {
  documents: [{ code: 'pd', title: 'Согласие', text: 'Да', version: 1, required: true, purpose: 'Участие' }],
  form: {
    version: 1,
    sections: [
      {
        ...{ code: 'a', title: 'А' },
        fields: [
          { name: 'last_name', label: 'Фамилия', view: 'text' },
          { name: 'first_name', label: 'Имя', view: 'text' },
        ],
      },
    ],
  },
}

test('FS-18 the opening waits for what a stage lacks only when the stage is near; further away it is a reminder with a date', async () => {
  const far = new Date(app.clock.now().getTime() + 21 * 24 * 3_600_000)
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      registration: { type: 'registration', settings: sound },
      essay: { ...essay, opens_at: far, closes_at: null, requires: ['registration'] },
      event: { type: 'event', opens_at: far, requires: ['essay'] },
    },
    { published: false },
  )
  const token = await organiser()
  const reds = async () => {
    const { checklist, stages } = await overview(token, code)
    return [...checklist, ...stages.flatMap((stage) => stage.checklist)].filter(({ level }) => level === 'red')
  }
  expect((await reds()).map(({ by }) => by)).toEqual(Array((await reds()).length).fill(formatWire(far)))
  expect((await reds()).map(({ text }) => text)).toContain(
    'Некому проверять работы этапа «Этап essay»: назначьте проверяющих или экспертов',
  )
  const yellow = (await overview(token, code)).checklist.map(({ text }) => text)
  expect(yellow).toContain('У этапа «Этап essay» нет окончания, а его ждёт этап «Этап event»')
  // Near its stage the same red item blocks the opening.
  const opensIn = async (days: number) => {
    const opens_at = new Date(app.clock.now().getTime() + days * 24 * 3_600_000)
    await app.db
      .updateTable('stages')
      .set({ opens_at })
      .where('competition_code', '=', code)
      .where('type', '<>', 'registration')
      .execute()
    await app.heard()
  }
  await opensIn(13)
  expect((await reds()).every(({ by }) => by === null)).toBe(true)
  expect((await open(token, code)).body.code).toBe('season_not_ready')
  await opensIn(15)
  expect((await open(token, code)).status).toBe(204)

  const judge = await anAccount(app)
  const at = app.clock.now()
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stageIds.essay, account_id: judge.id, duty: 'judge', added_at: at })
    .execute()
  await app.db.insertInto('judgings').values({ stage_id: stageIds.essay, readers: 3 }).execute()
  expect((await reds()).map(({ text }) => text)).toContain(
    'Экспертов этапа «Этап essay»: 1, а на каждую работу нужно 3',
  )
})

test('FS-18 the check-list says that nobody can confirm decisions while one organiser may decide', async () => {
  const { code } = await aCompetition(app.db, { registration: { type: 'registration', settings: sound }, essay })
  const token = await organiser()
  const said = async () =>
    (await overview(token, code)).checklist.some(({ text }) => text.startsWith('Решения подтверждает второй'))
  await app.db.deleteFrom('admin_flags').where('flag', '=', 'assessment').execute()
  expect(await said()).toBe(true)
  for (const competition_code of [code, null]) {
    const { id } = await anAccount(app)
    await app.db.insertInto('admin_flags').values({ account_id: id, flag: 'assessment', competition_code }).execute()
  }
  expect(await said()).toBe(false)
})

test('a season is opened when it has no red items, and hidden again only while nobody takes part', async () => {
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      registration: { type: 'registration', settings: sound, published: false },
      essay: { ...essay, gate: JSON.stringify({ stage: 'nowhere', outcome: 'passed' }) },
    },
    { published: false },
  )
  const token = await organiser()
  const refused = await open(token, code)
  expect([refused.status, refused.body.code]).toEqual([409, 'season_not_ready'])
  expect(refused.body.message).toBe(
    'Открывать рано. Участники не видят ни одного этапа регистрации: вступить в конкурс нельзя. ' +
      'Некому проверять работы этапа «Этап essay»: назначьте проверяющих или экспертов. ' +
      '«Этап essay»: В условии допуска назван этап «nowhere», которого в конкурсе нет',
  )
  const reds = (await overview(token, code)).checklist.filter(({ level }) => level === 'red')
  expect(reds.map(({ stage }) => stage)).toEqual([null, 'essay'])
  const judge = await anAccount(app)
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stageIds.essay, account_id: judge.id, duty: 'check', added_at: app.clock.now() })
    .execute()
  await app.db.updateTable('stages').set({ gate: null, published: true }).where('competition_code', '=', code).execute()
  await app.heard()
  expect((await open(token, code)).status).toBe(204)
  await app.heard()
  expect((await overview(token, code)).published).toBe(true)
  expect((await open(token, code, false)).status).toBe(204)
  await open(token, code)
  await app.heard()
  await aPerson(app, code)
  const used = await open(token, code, false)
  expect([used.status, used.body.message]).toEqual([409, 'Конкурс нельзя скрыть: участников уже 1'])
})

test('a season is previewed as an invented person at a moment, in the time of the region, and nothing is written', async () => {
  const { code } = await aCompetition(
    app.db,
    {
      test: { ...essay, clock: 'participant', closes_at: new Date('2026-12-20T18:00:00+03:00') },
      next: { ...essay, requires: ['test'] },
      state_only: { ...essay, tracks: ['state'] },
    },
    { tracks: ['main', 'state'], published: false },
  )
  const token = await organiser()
  const preview = async (query: { at: string; track?: string; region?: string; passed?: string }) =>
    (await app.call('GET /admin/competitions/:competition/preview', { token, params: { competition: code }, query }))
      .body
  const written = () =>
    sql<{
      n: string
    }>`select (select count(*) from stage_facts) || ' ' || (select count(*) from participations) as n`.execute(app.db)
  const before = (await written()).rows
  const statuses = (body: Awaited<ReturnType<typeof preview>>) => body.stages.map((stage) => [stage.code, stage.status])
  const moscow = await preview({ at: '2026-12-20 12:00', track: 'main', region: '7700000000000' })
  expect([moscow.local, statuses(moscow)]).toEqual([
    '2026-12-20 12:00:00',
    [
      ['test', 'available'],
      ['next', 'wait'],
    ],
  ])
  const kamchatka = await preview({ at: '2026-12-20 12:00', track: 'main', region: '4100000000000' })
  expect([kamchatka.local, statuses(kamchatka)]).toEqual([
    '2026-12-20 21:00:00',
    [
      ['test', 'timeover'],
      ['next', 'not_allowed'],
    ],
  ])
  expect(statuses(await preview({ at: '2026-12-20 12:00', track: 'state', passed: 'test' }))).toEqual([
    ['test', 'success'],
    ['next', 'available'],
    ['state_only', 'available'],
  ])
  const refused = await app.call('GET /admin/competitions/:competition/preview', {
    token,
    params: { competition: code },
    query: { at: 'завтра' },
  })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['at']])
  expect((await written()).rows).toEqual(before)
})

/** The calls of an organiser at one stage of a competition. */
function stageCalls(token: string, competition: string, code = 'essay') {
  const at = '/admin/competitions/:competition/stages/:code' as const
  const params = { competition, code }
  const open = async () => (await app.call(`GET ${at}`, { token, params })).body
  type Opened = Awaited<ReturnType<typeof open>>
  return {
    open,
    save: ({ revision, answer, gate }: Opened, changed: AnswerData = {}) =>
      app.call(`PUT ${at}`, { token, params, body: { revision, answer: { ...answer, ...changed }, gate } }),
    publish: ({ revision }: Opened) => app.call(`POST ${at}/publish`, { token, params, body: { revision } }),
  }
}
const locksStages = (competition: string) => (tx: Tx) =>
  sql`select from stages where competition_code = ${competition} for update`.execute(tx)
const codesOf = (answers: readonly { status: number; body: unknown }[]) =>
  answers.map(({ status, body }) => (status === 200 ? status : (body as { code?: string }).code)).sort()

test('TW-14 of two organisers who save a season, or save and publish a stage, at once the later learns of the first', async () => {
  const { code } = await aCompetition(app.db, { essay })
  const [one, other] = [await organiser(), await organiser()]
  const lock = locksStages(code)
  const both = <Answer>(call: () => Promise<Answer>) =>
    meetInOrder(app.db, { lock, call, meanwhile: async () => {}, waiting: 2 })
  const seasons = await both(() =>
    Promise.all([save(one, code, { season_title: 'Одно' }), save(other, code, { season_title: 'Другое' })]),
  )
  expect(codesOf(seasons)).toEqual([200, 'season_edit_conflict'])
  const stage = stageCalls(one, code)
  const opened = await stage.open()
  const saved = await both(() =>
    Promise.all(['Одно', 'Другое'].map((stage_title) => stage.save(opened, { stage_title }))),
  )
  expect(codesOf(saved)).toEqual([200, 'stage_edit_conflict'])
  const ready = await stage.open()
  expect(codesOf(await both(() => Promise.all([stage.publish(ready), stage.publish(ready)])))).toEqual([
    200,
    'stage_edit_conflict',
  ])
})

test('TW-14 who edits a stage learns that its tracks were changed with the season, and the other way round', async () => {
  const { code } = await aCompetition(app.db, { essay }, { tracks: ['main', 'other'] })
  const token = await organiser()
  const stage = stageCalls(token, code)
  const before = await stage.open()
  const [main, ...others] = await tracksOf(token, code)
  const changed = await save(token, code, { season_tracks: [{ ...main, stages: ['essay'] }, ...others] })
  expect(changed.status).toBe(200)
  expect((await stage.save(before, { stage_title: 'Другое' })).body.code).toBe('stage_edit_conflict')
  const season = (await read(token, code)).body
  const edited = await stage.save(await stage.open(), { stage_tracks: ['other'] })
  expect((await stage.publish(edited.body as never)).status).toBe(200)
  const late = await save(token, code, { ...season.answer, season_title: 'Другое' }, season.revision)
  expect((late.body as { code?: string }).code).toBe('season_edit_conflict')
  expect((await tracksOf(token, code)).map(({ stages }) => stages)).toEqual([[], ['essay']])
})
