import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDataSources } from '#server/personal-data-hooks.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { templateFaults } from './report-template.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const minute = 60_000
const month = 30 * 24 * 60 * minute

type Sheets = Record<string, unknown[][]>

/** Six marks of one scale, two of them reversed, a choice and a scale of desirability. */
const table: Sheets = {
  Вопросы: [
    ['Код', 'Текст', 'Вид', 'Варианты'],
    ['q1', 'Я легко завожу разговор', 'шкала'],
    ['q2', 'Мне трудно говорить первым', 'шкала'],
    ['q3', 'Я люблю шумные встречи', 'шкала'],
    ['q4', 'После людей мне нужна тишина', 'шкала'],
    ['q5', 'Я никогда не опаздывал', 'шкала', 'Нет|Скорее нет|Не знаю|Скорее да|Да'],
    ['q6', 'Что вы сделаете первым?', 'выбор', 'Спрошу коллег|Подумаю один'],
  ],
  Шкалы: [
    ['Код', 'Название', 'Для отчёта', 'Роль', 'Порог'],
    ['PLANTED_OUT', 'PLANTED_TITLE', 'Общительность', 'шкала'],
    ['PLANTED_LIE', 'PLANTED_LIE_TITLE', '', 'социальная желательность', 4],
  ],
  Ключи: [
    ['Вопрос', 'Шкала', 'Ключ', 'Вес'],
    ['q1', 'PLANTED_OUT', 'прямой'],
    ['q2', 'PLANTED_OUT', 'обратный'],
    ['q3', 'PLANTED_OUT', 'прямой', 2],
    ['q4', 'PLANTED_OUT', 'обратный'],
    ['q6', 'PLANTED_OUT', 1, '0,5'],
    ['q5', 'PLANTED_LIE', 'прямой'],
  ],
  Пары: [
    ['Вопрос', 'Второй вопрос'],
    ['q1', 'q3'],
  ],
  Нормы: [
    ['Группа', 'Шкала', 'Среднее', 'Отклонение'],
    ['PLANTED_NORM', 'PLANTED_OUT', 15, 5],
  ],
}

function xlsx(sheets: Sheets): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function aQuestionnaire(settings: Record<string, unknown> = {}, more: { submitAtEnd?: boolean } = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    traits: {
      type: 'questionnaire',
      closes_at: new Date(start.getTime() + 60 * minute),
      submit_draft_at_end: more.submitAtEnd ?? false,
      settings: { fast_ms: 500, same_run: 5, ...settings },
    },
  })
  const organiser = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions', 'assessment'] }))
  const base = `/api/v3/admin/competitions/${code}/stages/traits/questionnaire`
  const upload = async (bytes: Buffer) => {
    const answer = await app.fetch(`${base}/items`, {
      method: 'POST',
      headers: { 'X-Token': organiser.token, 'Content-Type': multipartType },
      body: new Uint8Array(multipartBody(bytes, 'вопросы.xlsx')),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const places = { competition: code, code: 'traits' }
  const params = { stage_id: stageIds.traits }
  const by = (token: string) => ({
    work: () => app.call('GET /user/stages/:stage_id/work', { token, params }),
    page: () => app.call('GET /user/stages/:stage_id', { token, params }),
    draft: () => app.call('GET /user/stages/:stage_id/draft', { token, params }),
    save: (data: Record<string, unknown>, revision?: number) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data, revision } }),
    handIn: (data: Record<string, unknown>, form_version?: number) =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data, form_version } }),
    own: () => app.call('GET /user/stages/:stage_id/questionnaire', { token, params }),
    reuse: () => app.call('POST /user/stages/:stage_id/questionnaire/reuse', { token, params, body: { agree: true } }),
    report: (format?: 'pdf' | 'docx') =>
      app.fetch(`/api/v3/user/stages/${stageIds.traits}/questionnaire/report${format ? `?format=${format}` : ''}`, {
        headers: { 'X-Token': token },
      }),
  })
  const key = 'GET /admin/competitions/:competition/stages/:code/questionnaire'
  return {
    code,
    stageId: stageIds.traits,
    upload,
    organiser,
    by,
    overview: () => app.call(key, { token: organiser.token, params: places }),
    publish: () =>
      app.call('POST /admin/competitions/:competition/stages/:code/questionnaire/report', {
        token: organiser.token,
        params: places,
      }),
    preview: (format: 'pdf' | 'docx') =>
      app.fetch(`${base}/report/preview?format=${format}`, { headers: { 'X-Token': organiser.token } }),
    profiles: async () => (await app.call(`${key}/profiles`, { token: organiser.token, params: places })).body.profiles,
    comment: (alias: string, comment: string) =>
      app.call('PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias', {
        token: organiser.token,
        params: { ...places, alias },
        body: { comment },
      }),
    csv: async () => (await app.fetch(`${base}/profiles/csv`, { headers: { 'X-Token': organiser.token } })).text(),
    async person() {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, 'main', start)
      return { ...person, ...by(person.token) }
    },
  }
}

const answers = { q1: '5', q2: '2', q3: '4', q4: '1', q5: '5', q6: 'a' }
const times = { q1: 4100, q2: 3200, q3: 2800, q4: 5000, q5: 2600, q6: 6000 }

/** Begins, answers for a minute and hands in. */
async function answered(
  person: {
    save: (data: Record<string, unknown>) => Promise<unknown>
    handIn: (data: Record<string, unknown>) => Promise<{ status: number; body: { status?: string } }>
  },
  data: Record<string, unknown> = { ...answers, times },
) {
  await person.save({ times: {} })
  app.clock.advance(minute)
  return person.handIn(data)
}

test('KO-18 items, keys and norms are imported from a table; every bad row is named with its reason, and then nothing is kept', async () => {
  const traits = await aQuestionnaire()
  expect((await traits.overview()).body).toMatchObject({ version: 0, items: 0, report_published_at: null })
  const broken = await traits.upload(
    xlsx({
      ...table,
      Вопросы: [...(table.Вопросы ?? []), ['q1', '', 'радио'], ['ы', 'Текст', 'выбор', 'Да']],
      Ключи: [...(table.Ключи ?? []), ['q9', 'НЕТ', 'боком', 'много'], ['q6', 'PLANTED_LIE', 3]],
      Нормы: [
        ['Группа', 'Шкала'],
        ['все', 'PLANTED_OUT'],
      ],
    }),
  )
  expect([broken.status, broken.body.code]).toEqual([422, 'table_faulty'])
  const said = Object.fromEntries(
    Object.entries(broken.body.fields as Record<string, { message: string }>).map(([place, { message }]) => [
      place,
      message,
    ]),
  )
  expect(said).toEqual({
    'Лист «Вопросы», строка 8': expect.stringMatching(/Код «q1» уже занят.*Нет текста.*«шкала» или «выбор»/),
    'Лист «Вопросы», строка 9': expect.stringMatching(/Код вопроса.*Вариантов должно быть от 2 до 12/),
    'Лист «Ключи», строка 8': expect.stringMatching(/«q9» нет.*«НЕТ» нет.*Ключ: .*Вес должен/),
    'Лист «Ключи», строка 9': 'Ключ: «прямой», «обратный» или номер варианта',
    'Лист «Нормы», строка 1': 'Нет столбцов: «Среднее», «Отклонение»',
  })
  expect((await traits.overview()).body.version).toBe(0)
  const unread = await traits.upload(Buffer.from('PK\u0003\u0004 и ничего больше'))
  expect([unread.status, unread.body.code]).toEqual([422, 'table_unreadable'])
  // A csv has one sheet, and a questionnaire needs several.
  const alone = await traits.upload(Buffer.from('Код;Текст\nq1;Да'))
  expect([alone.status, alone.body.code]).toEqual([422, 'table_faulty'])
  const taken = await traits.upload(xlsx(table))
  expect(taken.body).toMatchObject({ version: 1, norm_version: 1, items: 6, scales: 2, norm_groups: ['PLANTED_NORM'] })
  expect(taken.status).toBe(201)
  // A table with other columns leaves the earlier version as it is.
  const kept = (await traits.overview()).body
  const other = await traits.upload(xlsx({ ...table, Вопросы: [['Фамилия', 'Телефон']], Ключи: [['Код', 'Кто']] }))
  expect([other.status, other.body.code]).toEqual([422, 'table_faulty'])
  expect(Object.values(other.body.fields as Record<string, { message: string }>).map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Нет столбцов: «/)]),
  )
  expect((await traits.overview()).body).toEqual(kept)
})

test('SK-18 a job counts handed-in answers to scales: available, in progress, processing, then success', async () => {
  const traits = await aQuestionnaire()
  await traits.upload(xlsx(table))
  const person = await traits.person()
  expect((await person.page()).body.status).toBe('available')
  await person.save({ q1: '5', times: {} })
  expect((await person.page()).body.status).toBe('in_progress')
  expect((await answered(person)).body.status).toBe('processing')
  expect(await traits.profiles()).toEqual([])
  await app.work('accept_hand_in')
  expect((await person.page()).body.status).toBe('success')
  const [profile, ...none] = await traits.profiles()
  // 5 + (6-2) + 2×4 + (6-1) + 0,5 = 22,5; (22,5 - 15) / 5 = 1,5 deviations above the mean.
  expect(profile).toEqual({
    alias: expect.stringMatching(/^[0-9a-f]{10}$/),
    version: 1,
    norm_version: 1,
    norm_group: 'PLANTED_NORM',
    scales: [
      { code: 'PLANTED_OUT', title: 'PLANTED_TITLE', raw: 22.5, t: 65, answered: 5, of: 5 },
      { code: 'PLANTED_LIE', title: 'PLANTED_LIE_TITLE', raw: 5, t: null, answered: 1, of: 1 },
    ],
    flags: ['desirability'],
    inconsistency: 1,
    desirability: 5,
    seconds: 24,
    comment: '',
  })
  expect(none).toEqual([])
})

test('SK-18 KO-18 the milliseconds of every answer are kept with it, impossible times are dropped, and too fast or equal answers are flagged', async () => {
  const traits = await aQuestionnaire()
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await person.save({ q1: '5', times: { q1: 4100 } })
  expect((await person.draft()).body.draft).toEqual({ q1: '5', times: { q1: 4100 } })
  await answered(person, { ...answers, times: { ...times, other: 5, q1: '4100' } })
  const { q1: _none, ...own } = times
  expect((await person.work()).body.handed_in?.data).toEqual({ ...answers, times: own })
  const liar = await traits.person()
  await answered(liar, { ...answers, times: { ...times, q6: 10 * minute } })
  expect((await liar.work()).body.handed_in?.data).toEqual(answers)
  const hasty = await traits.person()
  await answered(hasty, {
    ...answers,
    q2: '5',
    q3: '5',
    q4: '5',
    times: Object.fromEntries(Object.keys(times).map((name) => [name, 90])),
  })
  await app.work('accept_hand_in')
  const flags = (await traits.profiles()).map((profile) => profile.flags.filter((flag) => flag !== 'desirability'))
  expect(flags.toSorted()).toEqual([[], ['no_times'], ['too_fast', 'same_answers']])
})

test('no response to a participant names a key, a scale or a norm, before and after the report is published', async () => {
  const traits = await aQuestionnaire({
    method: 'PLANTED_METHOD',
    reuse_months: 3,
    report: [{ block: 'text', text: 'PLANTED_REPORT' }],
  })
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await answered(person)
  const other = await traits.person()
  await other.save({ q1: '1', times: {} })
  await app.work('accept_hand_in')
  const [profile] = await traits.profiles()
  await traits.comment(profile?.alias ?? '', 'PLANTED_COMMENT')
  const values: Record<string, string> = {
    stage_id: String(traits.stageId),
    id: String(traits.stageId),
    code: traits.code,
    competition: traits.code,
    form: 'traits',
    revision: '1',
  }
  const reads = (Object.entries(routes) as [string, RouteSpec][]).filter(
    ([key, { access }]) => key.startsWith('GET ') && (access === 'participant' || access === 'public'),
  )
  for (const published of [false, true]) {
    if (published) await traits.publish()
    const read = new Set<string>()
    for (const { token } of [person, other])
      for (const [key, { query }] of reads) {
        const path = key.slice(4).replace(/:(\w+)/g, (_all, name: string) => values[name] ?? '1')
        const search = query && 'competition_code' in query.properties ? `?competition_code=${traits.code}` : ''
        const answer = await app.fetch(`/api/v3${path}${search}`, { headers: { 'X-Token': token } })
        const text = `${JSON.stringify([...answer.headers])}${await answer.text()}`
        const found = text.match(/PLANTED\w*|"(?:direct|reverse|desirability|raw)"|обратный/)
        expect([key, found?.[0]]).toEqual([key, undefined])
        if (answer.ok) read.add(key)
      }
    const ofStages = [
      '',
      '/work',
      '/draft',
      '/revisions',
      '/revisions/:revision',
      '/preview',
      '/receipt',
      '/questionnaire',
    ]
    const wanted = ofStages.map((part) => `GET /user/stages/:stage_id${part}`)
    expect([...read]).toEqual(expect.arrayContaining(['GET /user/user-stages', ...wanted]))
    for (const { name, read: own } of ownDataSources)
      expect([name, JSON.stringify(await own(app.db, person.id, app.services)).includes('PLANTED')]).toEqual([
        name,
        false,
      ])
    for (const write of [await other.save({ q1: '2', times: {} }), await other.handIn({ q1: '9' }), await other.own()])
      expect(write.text).not.toContain('PLANTED')
  }
})

test('SK-18 a report is a separate document: it can be downloaded only after an organiser has published it, and has only texts for the person', async () => {
  const traits = await aQuestionnaire({ report_text: 'Это не оценка.' })
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await answered(person)
  await app.work('accept_hand_in')
  expect((await person.own()).body).toEqual({ report: false, reuse: null })
  expect((await person.report()).status).toBe(404)
  expect((await traits.publish()).body.report_published_at).toBe('2026-11-21 12:01:00')
  app.clock.advance(minute)
  expect((await traits.publish()).body.report_published_at).toBe('2026-11-21 12:01:00')
  expect((await person.own()).body.report).toBe(true)
  const report = await person.report()
  const name = report.headers.get('content-disposition')
  const text = await textOfWord(Buffer.from(await report.arrayBuffer()))
  expect(name).toContain('report-traits.docx')
  expect(text).toContain('Это не оценка.')
  expect(text).toMatch(/Общительность.*выше среднего \(65 из 100/)
  expect(text).not.toContain('PLANTED')
  const without = await traits.person()
  expect([(await without.own()).body.report, (await without.report()).status]).toEqual([false, 404])
})

test('KO-18 an organiser writes the report by blocks with scales and norms in braces, previews it for an invented person, and publishes it as docx and pdf', async () => {
  const report = [
    { block: 'heading', text: 'Отчёт {участник}' },
    {
      block: 'text',
      text: 'Балл {балл:PLANTED_OUT}, T {T:PLANTED_OUT}, {уровень:PLANTED_OUT}; норма {среднее:PLANTED_OUT}',
    },
    { block: 'text', text: 'Вам легко с людьми', scale: 'PLANTED_OUT', when: 'high' },
    { block: 'text', text: 'Вам нужна тишина', scale: 'PLANTED_OUT', when: 'low' },
    { block: 'norms' },
  ]
  const traits = await aQuestionnaire({ report })
  expect((await traits.preview('pdf')).status).toBe(404)
  await traits.upload(xlsx(table))
  expect((await traits.overview()).body.report_scales).toEqual([{ code: 'PLANTED_OUT', title: 'Общительность' }])
  const example = await textOfWord(Buffer.from(await (await traits.preview('docx')).arrayBuffer()))
  expect(example).toMatch(/Отчёт Иванова Мария Сергеевна.*Балл 22, T 64, выше среднего; норма 15.*Вам легко с людьми/s)
  expect(example).toMatch(/Общительность.*среднее 15, отклонение 5/s)
  expect(example).not.toContain('Вам нужна тишина')
  const person = await traits.person()
  await answered(person)
  await app.work('accept_hand_in')
  await traits.publish()
  const word = await textOfWord(Buffer.from(await (await person.report('docx')).arrayBuffer()))
  expect(word).toContain('Балл 22,5, T 65, выше среднего; норма 15')
  for (const pdf of [await person.report('pdf'), await traits.preview('pdf')]) {
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const document = await PDFDocument.load(await pdf.arrayBuffer())
    expect([document.getPageCount(), document.getTitle()]).toEqual([1, expect.stringContaining('Отчёт: ')])
  }
})

test('the checklist names everything that a report requires and the keys lack', () => {
  const keys = {
    scales: [
      { code: 'lead', title: 'Лидерство', reportTitle: 'Лидерство', role: 'scale' as const, limit: null, items: [] },
      { code: 'lie', title: 'Ложь', reportTitle: '', role: 'desirability' as const, limit: 4, items: [] },
    ],
    pairs: [],
  }
  expect(templateFaults([{ block: 'heading', text: '{этап}: {балл:lead}' }, { block: 'scales' }], keys)).toEqual([])
  expect(
    templateFaults(
      [{ block: 'text', text: '{имя} {балл:lie}' }, { block: 'text' }, { block: 'text', text: 'Да', when: 'low' }],
      keys,
    ),
  ).toEqual([
    'В отчёте непонятная подстановка {имя}',
    'В отчёте названа шкала «lie», которой нет среди шкал для отчёта',
    'В отчёте есть блок без текста',
    'В отчёте у блока с уровнем не названа шкала',
  ])
})

test('KE-18 a corrected wording makes a new version: old answers and their scores keep theirs', async () => {
  const traits = await aQuestionnaire()
  await traits.upload(xlsx(table))
  const [first, second] = [await traits.person(), await traits.person()]
  await answered(first)
  await second.save({ ...answers, times })
  const corrected = (table.Вопросы ?? []).map((row) =>
    row[0] === 'q2' ? ['q2', 'Мне нелегко начать разговор', 'шкала'] : row,
  )
  const norms = [...(table.Нормы ?? []), ['Прошлый сезон', 'PLANTED_OUT', 20, 4]]
  expect((await traits.upload(xlsx({ ...table, Вопросы: corrected }))).body).toMatchObject({
    version: 2,
    norm_version: 1,
  })
  const outdated = await second.handIn({ ...answers, times }, 1)
  expect([outdated.status, outdated.body.code, Object.keys(outdated.body.fields ?? {})]).toEqual([
    409,
    'form_version_outdated',
    ['q2'],
  ])
  expect((await second.draft()).body.draft).toEqual({ ...answers, times })
  expect((await second.handIn({ ...answers, times }, 2)).status).toBe(200)
  expect((await traits.upload(xlsx({ ...table, Вопросы: corrected, Нормы: norms }))).body).toMatchObject({
    version: 3,
    norm_version: 2,
  })
  await app.work('accept_hand_in')
  const words = async (who: typeof first) => (await who.work()).body.handed_in?.human_readable[1]?.label
  expect([await words(first), await words(second)]).toEqual([
    'Мне трудно говорить первым',
    'Мне нелегко начать разговор',
  ])
  const profiles = await traits.profiles()
  expect(profiles.map(({ version, norm_version }) => [version, norm_version]).toSorted()).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('KP-18 answers continue on another device, and where nobody may go back, an answer is fixed once the person has moved on', async () => {
  const traits = await aQuestionnaire({ back: false, layout: 'list' })
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await person.save({ q1: '5', q2: '2', times: { q1: 900 }, settled: { q1: 1 } })
  const elsewhere = traits.by((await sessionOf(app, person)).token)
  expect((await elsewhere.draft()).body).toMatchObject({ draft: { q1: '5', q2: '2' }, revision: 1 })
  // The second answer was saved but not settled, so it may change until it is settled.
  await elsewhere.save({ q1: '1', q2: '3', times, settled: { q2: 1 } }, 1)
  expect((await person.draft()).body.draft).toEqual({ q1: '5', q2: '3', times, settled: { q1: 1, q2: 1 } })
  await elsewhere.save({ q1: '1', q2: '4', q3: '1', times }, 2)
  expect((await person.draft()).body.draft).toEqual({ q1: '5', q2: '3', q3: '1', times, settled: { q1: 1, q2: 1 } })
  app.clock.advance(minute)
  await person.handIn({ ...answers, q1: '2', q2: '1', times })
  const { data } = (await person.work()).body.handed_in ?? {}
  expect(data).toEqual({ ...answers, q1: '5', q2: '3', q3: '4', times })
})

test('a settled answer can be given again after its question has changed, and only that one', async () => {
  const traits = await aQuestionnaire({ back: false })
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await person.save({ q1: '5', q2: '2', times: {}, settled: { q1: 1, q2: 1 } })
  await traits.upload(
    xlsx({
      ...table,
      Вопросы: (table.Вопросы ?? []).map((row) =>
        row[0] === 'q2' ? ['q2', 'Мне нелегко начать разговор', 'шкала'] : row,
      ),
    }),
  )
  await person.save({ q1: '1', q2: '4', times: {}, settled: { q1: 1 } }, 1)
  expect((await person.draft()).body.draft).toEqual({ q1: '5', q2: '4', times: {}, settled: { q1: 1 } })
  await person.save({ q1: '1', q2: '4', times: {}, settled: { q1: 1, q2: 2 } }, 2)
  await person.save({ q1: '1', q2: '5', times: {}, settled: { q1: 1, q2: 2 } }, 3)
  expect((await person.draft()).body.draft).toMatchObject({ q1: '5', q2: '4', settled: { q1: 1, q2: 2 } })
})

test('a questionnaire without answers to all questions is refused with each missing one; the draft stays', async () => {
  const traits = await aQuestionnaire()
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await person.save({ q1: '5', q3: '7', times: {} })
  const refused = await person.handIn({ q1: '5', q3: '7' })
  expect([refused.status, refused.body.code]).toEqual([422, 'form_invalid'])
  expect(Object.keys(refused.body.fields ?? {}).toSorted()).toEqual(['q2', 'q3', 'q4', 'q5', 'q6'])
  expect((await person.draft()).body.draft).toEqual({ q1: '5', q3: '7', times: {} })
})

test('KO-18 an unfinished draft is declined or taken at the end, as the stage sets it, and a scale requires enough answers', async () => {
  const part = { q1: '5', q2: '2', q3: '4', times: { q1: 4000 } }
  const statusAfter = async (unfinished: string) => {
    const traits = await aQuestionnaire({ unfinished }, { submitAtEnd: true })
    await traits.upload(xlsx(table))
    const person = await traits.person()
    await person.save(part)
    app.clock.set(new Date(start.getTime() + 62 * minute))
    await handInDraftsAtEnd(app.services)
    await app.work('accept_hand_in')
    const { status } = (await traits.by((await withNewSession(app, person)).token).page()).body
    const results = app.db.selectFrom('questionnaire_results').select(['scales', 'flags'])
    const rows = await results.where('stage_id', '=', traits.stageId).execute()
    return { status, profiles: rows.map(({ scales, flags }) => [scales[0]?.raw, scales[0]?.answered, flags]) }
  }
  expect(await statusAfter('declined')).toEqual({ status: 'timeover', profiles: [] })
  expect(await statusAfter('taken')).toEqual({ status: 'success', profiles: [[null, 3, ['unanswered']]] })
})

test('KP-18 there is no time limit unless one is set; then it runs from the beginning and ends the stage for this person', async () => {
  const free = await aQuestionnaire()
  await free.upload(xlsx(table))
  const calm = await free.person()
  await calm.save({ times: {} })
  expect((await calm.page()).body).toMatchObject({ status: 'in_progress', end_date: '2026-11-21 13:00:00' })
  const traits = await aQuestionnaire({ limit_minutes: 20 })
  await traits.upload(xlsx(table))
  const [person, late] = [await traits.person(), await traits.person()]
  expect((await person.page()).body.end_date).toBe('2026-11-21 13:00:00')
  for (const each of [person, late]) await each.save({ times: {} })
  expect((await person.page()).body).toMatchObject({ status: 'in_progress', end_date: '2026-11-21 12:20:00' })
  app.clock.advance(9 * minute)
  expect((await person.handIn({ ...answers, times })).status).toBe(200)
  app.clock.advance(13 * minute)
  const again = traits.by((await withNewSession(app, late)).token)
  expect((await again.page()).body).toMatchObject({ status: 'timeover' })
  expect((await again.save({ q1: '1', times: {} })).body.code).toBe('stage_closed')
  expect((await again.handIn(answers)).body.code).toBe('stage_closed')
})

test('KE-18 answers of another season can be reused with consent, within the months set by the stage and only for the same questions', async () => {
  const before = await aQuestionnaire({ method: 'traits-5', reuse_months: 6 })
  await before.upload(xlsx(table))
  const person = await before.person()
  await answered(person)
  await app.work('accept_hand_in')
  const season = async (settings: Record<string, unknown>, sheets = table) => {
    const traits = await aQuestionnaire({ method: 'traits-5', reuse_months: 6, ...settings })
    await traits.upload(xlsx(sheets))
    await takesPart(app.db, person.id, traits.code, 'main', start)
    return traits
  }
  const next = await season({})
  const [off, otherMethod] = [await season({ reuse_months: 0 }), await season({ method: 'traits-6' })]
  const changed = await season(
    {},
    {
      ...table,
      Вопросы: (table.Вопросы ?? []).map((row) => (row[0] === 'q3' ? ['q3', 'Я люблю тишину', 'шкала'] : row)),
    },
  )
  const reusable = async (traits: typeof next, token = person.token) =>
    (await traits.by(token).own()).body.reuse !== null
  expect(await Promise.all([next, off, otherMethod, changed].map((each) => reusable(each)))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect((await changed.by(person.token).reuse()).body.code).toBe('answers_not_reusable')
  expect(
    (
      await app.call('POST /user/stages/:stage_id/questionnaire/reuse', {
        token: person.token,
        params: { stage_id: next.stageId },
        body: { agree: false as true },
      })
    ).status,
  ).toBe(400)
  expect((await next.by(person.token).reuse()).body).toMatchObject({ status: 'processing', receipt: { revision: 1 } })
  await app.work('accept_hand_in')
  expect((await next.by(person.token).work()).body.handed_in?.data).toEqual({ ...answers, times })
  expect((await next.profiles())[0]?.scales[0]?.raw).toBe(22.5)
  const kept = await app.db.selectFrom('questionnaire_reuse').select(['agreed_at', 'answered_at']).execute()
  const answered_at = new Date(start.getTime() + minute)
  expect(kept).toEqual([{ agreed_at: expect.any(Date), answered_at }])
  expect((await next.by(person.token).reuse()).body.code).toBe('stage_closed')
  const later = await season({})
  await app.db.updateTable('stages').set({ closes_at: null }).where('id', '=', later.stageId).execute()
  // Reused answers keep their original age: four months later they are still valid, after six they are too old.
  const third = await season({})
  await app.db.updateTable('stages').set({ closes_at: null }).where('id', '=', third.stageId).execute()
  app.clock.set(new Date(start.getTime() + 4 * month))
  const { token } = await withNewSession(app, person)
  expect((await third.by(token).own()).body.reuse).toMatchObject({ handed_in_at: '2026-11-21 12:01:00' })
  expect((await third.by(token).reuse()).status).toBe(200)
  await app.work('accept_hand_in')
  app.clock.set(new Date(start.getTime() + 7 * month))
  expect(await reusable(later, (await withNewSession(app, person)).token)).toBe(false)
})

test('KA-18 profiles and their table have no name, number or order that identifies a person; a psychologist comments on them', async () => {
  const traits = await aQuestionnaire()
  await traits.upload(xlsx(table))
  const person = await traits.person()
  await app.db
    .updateTable('accounts')
    .set({ last_name: 'Воронцова', first_name: 'Анна' })
    .where('id', '=', person.id)
    .execute()
  await answered(person)
  await app.work('accept_hand_in')
  const [profile] = await traits.profiles()
  expect((await traits.comment(profile?.alias ?? '', ' Уверенный профиль ')).body.comment).toBe('Уверенный профиль')
  expect((await traits.comment('0123456789', 'Кто это?')).status).toBe(404)
  const csv = await traits.csv()
  expect(csv).toContain('"PLANTED_OUT";"PLANTED_OUT, T"')
  expect(csv).toContain('"22.5";"65"')
  expect(csv).toContain('Уверенный профиль')
  for (const secret of ['Воронцова', 'Анна', person.email, String(person.testId)]) {
    expect(csv).not.toContain(secret)
    expect(JSON.stringify(await traits.profiles())).not.toContain(secret)
  }
})

/** The text of a Word document. */
async function textOfWord(bytes: Buffer): Promise<string> {
  const { inflateRawSync } = await import('node:zlib')
  const at = bytes.indexOf('word/document.xml')
  const header = bytes.lastIndexOf('PK\u0003\u0004', at)
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  return inflateRawSync(bytes.subarray(from))
    .toString()
    .replaceAll(/<[^>]+>/g, ' ')
}
