import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { SeasonTemplate } from '#shared/seasons/competitions/new-season-form.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  // Without the demo: a portal on which nobody has begun anything.
  app = await testApp({ now: '2027-01-10T09:00:00Z' })
  await loadDictionaries(app.db)
  token = await organiser()
})
afterAll(() => app.close())

const organiser = async (competition?: string) => {
  const person = await anAccount(app, { isDemo: true, flags: ['competitions', 'admins'] })
  if (competition)
    await app.db
      .updateTable('admin_flags')
      .set({ competition_code: competition })
      .where('account_id', '=', person.id)
      .execute()
  return (await sessionOf(app, person)).token
}

type From = 'empty' | 'file' | SeasonTemplate
const begin = (
  from: From,
  more: Partial<Record<'title' | 'code' | 'starts' | 'ends' | 'file' | 'layout', string>> = {},
) =>
  app.call('POST /admin/seasons', {
    token,
    body: { from, title: 'Лидеры Севера', code: '', starts: '2027-02-01', ends: '2027-07-30', ...more },
  })

const stagesOf = async (competition: string) =>
  (await app.call('GET /admin/competitions/:competition/stages', { token, params: { competition } })).body

const nobody = /^Некому проверять работы этапа/
test.each([
  [
    'national',
    { questionnaire: nobody, essay: nobody, videointerview: nobody, solution: nobody, final_event: /адрес/ },
  ],
  ['small', { questionnaire: nobody, essay: nobody }],
  ['event', { meeting: /адрес/ }],
] as const)('FS-01 a season of the template %s lies between its days and lacks only what a person decides', async (from, lacks) => {
  const begun = await begin(from, { title: `Конкурс ${from}` })
  expect(begun.status).toBe(201)
  const { code } = begun.body
  const { title, published, stages, checklist } = await stagesOf(code)
  expect([title, published]).toEqual([`Конкурс ${from}`, false])
  expect(stages.map(({ type }) => type)).toContain('registration')
  const dates = stages.flatMap(({ opens_at, closes_at }) => [opens_at, closes_at]).filter((at) => at !== null)
  expect(dates.length).toBeGreaterThan(2)
  expect(dates.toSorted().at(0)).toBe('2027-02-01 00:00:00')
  expect(dates.every((at) => at <= '2027-07-30 23:59:59')).toBe(true)
  for (const { opens_at, closes_at } of stages)
    if (opens_at && closes_at) expect(opens_at < closes_at, `${opens_at} ${closes_at}`).toBe(true)
  const red = [
    ...checklist,
    ...stages.flatMap((stage) => stage.checklist.map((item) => ({ ...item, stage: stage.code }))),
  ].filter(({ level }) => level === 'red')
  expect(Object.fromEntries(red.map(({ stage, text }) => [stage, text]))).toEqual(
    Object.fromEntries(Object.entries(lacks).map(([stage, text]) => [stage, expect.stringMatching(text)])),
  )
})

test('FS-01 nothing of a template is called last year’s, and a look is chosen at the beginning', async () => {
  const { code } = (await begin('national', { layout: 'leaders' })).body
  const { copied } = await stagesOf(code)
  expect(copied).toMatchObject({ from: 'Большой конкурс', template: true })
  const texts = copied?.look.filter(({ by_hand }) => by_hand).map(({ text }) => text) ?? []
  expect(texts).toContain('Текст правил «Правила конкурса» из готового сезона')
  expect(texts.join()).not.toMatch(/прошлогодн/)
  const { layout } = await app.db
    .selectFrom('competitions')
    .select('layout')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(layout).toBe('leaders')
  expect((await begin('empty', { layout: 'Облик' })).body.fields).toMatchObject({ season_layout: {} })
})

test('FS-02 a season begins from nothing, with a code made of its name', async () => {
  const begun = await begin('empty', { title: 'Учитель года' })
  expect([begun.status, begun.body.code]).toEqual([201, 'uchitel_goda'])
  expect((await stagesOf('uchitel_goda')).stages).toEqual([])
  expect((await stagesOf('uchitel_goda')).copied).toBeNull()
  expect((await begin('empty', { title: 'Учитель года' })).body.code).toBe('uchitel_goda_2')
  // Words of the portal's own addresses are no code.
  expect((await begin('empty', { title: 'Admin' })).body.code).toBe('admin_2')
})

test('TW-14 two seasons of one name that begin at once get a code each', async () => {
  const season = { code: 'sosedi', title: 'Соседи', starts_at: null, ends_at: null }
  const begun = await meetInOrder(app.db, {
    lock: (tx) => tx.insertInto('competitions').values(season).execute(),
    call: () => begin('empty', { title: 'Соседи' }),
    meanwhile: async () => {},
  })
  expect([begun.status, begun.body.code]).toEqual([201, 'sosedi_2'])
})

test('FS-02 a season begins from a file of another, on its own days', async () => {
  const { code } = (await begin('small', { title: 'Прошлый год' })).body
  const file = await (
    await app.fetch(`/api/v3/admin/competitions/${code}/season/file`, { headers: { 'X-Token': token } })
  ).text()
  const begun = await begin('file', { title: 'Новый год', starts: '2028-02-01', ends: '2028-07-29', file })
  expect(begun.status).toBe(201)
  const opened = async (of: string) => (await stagesOf(of)).stages.map(({ opens_at }) => opens_at)
  const later = (await opened(code)).map((at) => at?.replace('2027', '2028'))
  expect((await opened(begun.body.code)).map((at) => at?.slice(0, 7))).toEqual(later.map((at) => at?.slice(0, 7)))
  expect((await begin('file', { title: 'Пустой', file: '{}' })).body.code).toBe('season_file_unreadable')
})

test('FS-01 a wrong name, code or day is told at its field, and an organiser of one competition begins none', async () => {
  const faults = async (more: Parameters<typeof begin>[1]) => {
    const { status, body } = await begin('empty', more)
    return [status, Object.keys(body.fields ?? {})]
  }
  expect(await faults({ title: ' ' })).toEqual([422, ['title']])
  expect(await faults({ code: 'Лидеры' })).toEqual([422, ['code']])
  expect(await faults({ code: 'desk' })).toEqual([422, ['code']])
  expect(await faults({ starts: '31.02.2027' })).toEqual([422, ['starts']])
  expect(await faults({ ends: '2027-02-01' })).toEqual([422, ['ends']])
  expect(await faults({ ends: '2037-02-01' })).toEqual([422, ['ends']])
  expect(await faults({ starts: '1990-01-01', ends: '1990-12-01' })).toEqual([422, ['starts']])
  const one = await app.call('POST /admin/seasons', {
    token: await organiser('uchitel_goda'),
    body: { from: 'empty', title: 'Чужой', code: '', starts: '2027-02-01', ends: '2027-07-30' },
  })
  expect([one.status, one.body.code]).toEqual([403, 'no_access'])
})
