import { read, utils } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepDocument } from '#server/accounts/registration/personal-documents.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { addRulesVersion } from '#server/kinds/rules/store.ts'
import { prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { exportDays } from '#shared/people/exports/limits.ts'
import { columnsOf, setsOf } from './columns.ts'
import { readPeople } from './read-people.ts'
import { writeExport } from './write-export.ts'

let app: TestApp
let organiser: { id: number; token: string }
const start = new Date('2026-12-01T12:00:00+03:00')
const [moscow, kamchatka] = ['7700000000000', '4100000000000']

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(start)
  organiser = await anOrganiser()
})
afterAll(() => app.close())

async function anOrganiser(firstName = 'Ольга', lastName = 'Выгрузина') {
  const account = await anAccount(app, { isDemo: true, flags: ['reports'], firstName, lastName })
  return { id: account.id, token: (await sessionOf(app, account)).token }
}

async function aSeason() {
  const text = { task: 'О решении', min_words: 1, max_words: 500 }
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', title: 'Эссе', settings: text },
    mates: { type: 'teams_evaluation', title: 'Оценка команды' },
  })
  const params = { competition: code }
  const ask = (body: Record<string, unknown>, token = organiser.token) =>
    app.call('POST /admin/competitions/:competition/exports', {
      token,
      params,
      body: { format: 'xlsx', columns: ['number', 'last_name'], reason: '', ...body } as never,
    })
  const list = async () =>
    (await app.call('GET /admin/competitions/:competition/exports', { token: organiser.token, params })).body.exports
  const download = async (id: number, token = organiser.token) => {
    const answer = await app.fetch(`/api/v3/admin/competitions/${code}/exports/${id}/file`, {
      headers: { 'X-Token': token },
    })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  return {
    ...{ code, stageIds, ask, list, download },
    async person(given: Record<string, unknown>, taken: Record<string, unknown> = {}) {
      const account = await anAccount(app)
      if (Object.keys(given).length > 0)
        await app.db.updateTable('accounts').set(given).where('id', '=', account.id).execute()
      await takesPart(app.db, account.id, code, 'main', app.clock.now())
      if (Object.keys(taken).length > 0)
        await app.db.updateTable('participations').set(taken).where('account_id', '=', account.id).execute()
      return account
    },
    /** Orders a table, runs its job and reads the file. */
    async table(body: Record<string, unknown>) {
      const asked = await ask(body)
      expect([asked.status, asked.body.code]).toEqual([200, undefined])
      await app.work('write_export')
      const [made] = await list()
      expect(made?.state).toBe('ready')
      return { made: made as NonNullable<typeof made>, ...(await download(made?.id ?? 0)) }
    },
  }
}

/** The cells of a workbook as a spreadsheet shows them: texts stay texts. */
function cellsOf(bytes: Buffer): unknown[][] {
  const book = read(bytes)
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] as never, { header: 1, defval: null })
}

test('R-36 a table of finalists opens in a spreadsheet: long numbers stay texts, and a formula in a name stays a name', async () => {
  const season = await season0()
  const { made, bytes, headers } = await season.table({
    group: 'finalists',
    columns: ['last_name', 'number', 'phone', 'region', 'role', 'birth_date', 'step.essay', 'score.essay'],
  })
  expect(headers.get('content-disposition')).toMatch(/^attachment/)
  expect(made.about).toBe('Финалисты')
  expect(cellsOf(bytes)).toEqual([
    [
      'Фамилия',
      'Номер участника',
      'Телефон',
      'Регион',
      'Кто это',
      'Дата рождения',
      '«Эссе»: как прошёл',
      '«Эссе»: баллы',
    ],
    ['=cmd|calc', season.first.testId, season.phone, 'Камчатский край', 'Финалист', '07.02.1990', 'Прошли', 87.5],
    ['<Ё & \u2028"Ко>', season.second.testId, null, null, 'Финалист', null, 'Не начали', null],
  ])

  const csv = await season.table({ format: 'csv', group: 'finalists', columns: ['last_name', 'phone'] })
  const text = csv.bytes.toString()
  expect(text.startsWith('\uFEFF"Фамилия";"Телефон"\r\n')).toBe(true)
  expect(text).toContain(`"'=cmd|calc";"'${season.phone}"\r\n`)
})

let phones = 0

async function season0() {
  phones += 1
  const phone = `+7903555000${phones}`
  const season = await aSeason()
  const first = await season.person(
    { last_name: '=cmd|calc', phone, birth_date: '1990-02-07' },
    { finalist_at: start, region: kamchatka },
  )
  const second = await season.person({ last_name: '<Ё & \u2028"Ко>', phone: null }, { finalist_at: start })
  await season.person({ last_name: 'Непрошедший' }, { region: moscow })
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: first.id, stage_id: season.stageIds.essay, started_at: start, passed_at: start })
    .execute()
  await app.db
    .insertInto('stage_results')
    .values({ account_id: first.id, stage_id: season.stageIds.essay, score: 87.5, computed_at: start })
    .execute()
  return { ...season, first, second, phone }
}

test('the list and the audit show who ordered and downloaded a table, only the list shows why; numbers of documents need a reason', async () => {
  const season = await season0()
  await app.db
    .transaction()
    .execute((tx) => keepDocument(tx, app.config, season.first.id, { kind: 'passport', value: '4510123456' }))
  const columns = ['last_name', 'passport']
  const refused = await season.ask({ columns, group: 'finalists', reason: '  ' })
  expect([refused.status, refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([
    ...[422, 'form_invalid', ['reason']],
  ])
  const { made, bytes } = await season.table({ columns, group: 'finalists', reason: 'Визы в Китай' })
  expect(cellsOf(bytes).map((row) => row[1])).toEqual(['Номер паспорта', '4510123456', null])
  const other = await anOrganiser('Пётр', 'Второй')
  expect((await season.download(made.id, other.token)).bytes.equals(bytes)).toBe(true)
  const [shown] = await season.list()
  expect(shown).toMatchObject({
    ...{ by: 'Ольга Выгрузина', reason: 'Визы в Китай', columns: ['Фамилия', 'Номер паспорта'] },
    downloads: [{ by: 'Пётр Второй' }, { by: 'Ольга Выгрузина' }],
  })
  const acts = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `competition:${season.code}`)
    .where('action', 'not in', ['looked', 'acted'])
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(['people_exported', 'export_downloaded', 'export_downloaded'])
  expect(JSON.stringify(acts)).not.toMatch(/Визы|4510|cmd/)
})

test('a table is encrypted on the disk, and after some days the file is removed while the list still shows the export', async () => {
  const season = await season0()
  const { made } = await season.table({ format: 'csv', group: 'finalists', columns: ['last_name', 'phone'] })
  const row = await app.db.selectFrom('exports').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
  const stored = await app.services.disk.open(row.file ?? '')
  const bytes = await new Response(stored?.stream as never).bytes()
  expect(Buffer.from(bytes).includes('calc')).toBe(false)

  const job = await app.db
    .selectFrom('graphile_worker.jobs' as never)
    .select('run_at' as never)
    .where('key' as never, '=', `drop_export_${made.id}` as never)
    .executeTakeFirstOrThrow()
  expect((job as { run_at: Date }).run_at).toEqual(new Date(start.getTime() + exportDays * 24 * 3_600_000))
  await app.work('drop_export')
  expect(await season.download(made.id)).toMatchObject({ status: 410 })
  expect((await season.list())[0]).toMatchObject({ id: made.id, state: 'gone', until: null })
  expect(await app.services.disk.open(row.file ?? '')).toBeNull()
})

test('an interrupted job runs again from the start, a job that fails for good shows it, and a ready table is not made twice', async () => {
  const season = await season0()
  await season.ask({ group: 'finalists' })
  const [{ id } = { id: 0 }] = await season.list()
  const disk = { ...app.services.disk, receive: () => Promise.reject(new Error('the disk failed')) }
  const failing = { ...app.services, disk }
  await expect(writeExport(failing, { exportId: id }, { lastAttempt: false })).rejects.toThrow('the disk failed')
  expect((await season.list())[0]).toMatchObject({ state: 'waiting' })
  await app.work('write_export')
  const file = async () =>
    (await app.db.selectFrom('exports').select('file').where('id', '=', id).executeTakeFirstOrThrow()).file
  const made = await file()
  expect(made).not.toBeNull()
  await writeExport(app.services, { exportId: id }, { lastAttempt: false })
  expect(await file()).toBe(made)

  await season.ask({})
  const [{ id: doomed } = { id: 0 }] = await season.list()
  await expect(writeExport(failing, { exportId: doomed }, { lastAttempt: true })).rejects.toThrow('the disk failed')
  expect((await season.list())[0]).toMatchObject({ id: doomed, state: 'failed' })
  expect((await season.download(doomed)).status).toBe(404)
})

test('unknown columns and stages, a fourth table at once and an organiser without the right to reports are refused', async () => {
  const season = await aSeason()
  expect((await season.ask({ columns: ['number', 'password_hash'] })).body).toMatchObject({
    ...{ code: 'form_invalid', fields: { columns: { message: 'Такого столбца нет: password_hash' } } },
  })
  expect((await season.ask({ stage: 'nowhere' })).body.code).toBe('stage_not_found')
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  expect((await season.ask({}, token)).status).toBe(403)
  const all = await Promise.all(Array.from({ length: 8 }, () => season.ask({})))
  expect(all.filter(({ status }) => status === 200).length).toBe(3)
  expect(new Set(all.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['exports_waiting']))
  const other = await aSeason()
  const [{ id } = { id: 0 }] = await season.list()
  expect((await other.download(id)).status).toBe(404)
})

test('people are read in batches of some hundred, with a fixed number of statements for a batch', async () => {
  const season = await aSeason()
  for (let count = 0; count < 3; count += 1) await season.person({})
  const columns = ['number', 'region', 'track', 'step.essay', 'score.essay', 'snils']
  const made = (reason: string) => season.table({ columns, reason })
  await made('Первая')
  const few = await countQueries(() => made('Три человека'))
  for (let count = 0; count < 9; count += 1) await season.person({})
  expect(await countQueries(() => made('Двенадцать человек'))).toBe(few)
  await vi.waitFor(async () => expect((await season.list())[0]?.rows).toBe(12), patience)
})

test('KO-11 the marks of teammates are exported from the counted reports: a mean only when enough have marked, and nobody’s own marks', async () => {
  const season = await aSeason()
  const [marked, few] = [await season.person({ last_name: 'Азбукин' }), await season.person({ last_name: 'Букин' })]
  await season.person({ last_name: 'Ведин' })
  const report = (account_id: number, raters: number, mean: number | null) => ({
    ...{ stage_id: season.stageIds.mates, account_id, raters, words: ['Тайное'] },
    report: mean === null ? null : JSON.stringify({ mean }),
  })
  await app.db
    .insertInto('team_mark_reports')
    .values([report(marked.id, 4, 4.25), report(few.id, 2, null)] as never)
    .execute()
  const columns = ['last_name', 'raters.mates', 'mean.mates', 'team.mates']
  const { bytes } = await season.table({ columns })
  const [titles, ...rows] = cellsOf(bytes)
  expect(titles?.slice(1)).toEqual([
    '«Оценка команды»: сколько человек оценили',
    '«Оценка команды»: средняя оценка команды',
    '«Оценка команды»: команда',
  ])
  expect(rows).toEqual([
    ['Азбукин', 4, 4.25, null],
    ['Букин', 2, null, null],
    ['Ведин', null, null, null],
  ])
  expect(bytes.toString()).not.toContain('Тайное')
})

test('KO-02 answers to the rules are exported as evidence: each with its version, time, IP address and the hash of the text', async () => {
  const { code, stageIds } = await aCompetition(app.db, { rules: { type: 'rules', title: 'Правила' } })
  const account = await anAccount(app)
  await takesPart(app.db, account.id, code, 'main', app.clock.now())
  const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
  for (const version of [1, 2])
    await addRulesVersion(app.db, {
      ...{ stageId: stageIds.rules, version, text: `Редакция ${version}`, requiresReaccept: false },
      effectiveFrom: start,
    })
  const said = { account_id: account.id, stage_id: stageIds.rules, ip: '203.0.113.7' }
  await app.db
    .insertInto('rules_answers')
    .values([
      { ...said, version: 1, status: 'fail', comment: 'Нет', answered_at: start, text_hash: first },
      { ...said, version: 2, status: 'done', answered_at: new Date(start.getTime() + 60_000), text_hash: second },
    ])
    .execute()
  const season = { ...(await seasonOf(app.db, app.services.seasons, code)) }
  const set = setsOf(columnsOf(season)).find(({ id }) => id === 'rules')
  expect(set?.columns.slice(-6)).toEqual(
    ['answer', 'version', 'at', 'ip', 'hash', 'all'].map((id) => `rules_${id}.rules`),
  )
  const rows: unknown[][] = []
  for await (const batch of readPeople(app.services, { season, audience: {}, columns: set?.columns.slice(-6) ?? [] }))
    rows.push(...batch)
  expect(rows).toEqual([
    [
      ...['Принял', 2, '01.12.2026 12:01:00', '203.0.113.7', second],
      `Отклонил редакцию 1 01.12.2026 12:00:00, IP 203.0.113.7, SHA-256 ${first}; Принял редакцию 2 01.12.2026 12:01:00, IP 203.0.113.7, SHA-256 ${second}`,
    ],
  ])
})

test('the works of a stage are one archive with a document each: for a blind jury without names, with a note of who ordered and downloaded it', async () => {
  const season = await aSeason()
  const { code, stageIds } = season
  const params = { competition: code }
  const askWorks = (stage = 'essay', token = organiser.token) =>
    app.call('POST /admin/competitions/:competition/exports/works', { token, params, body: { stage } })
  expect((await askWorks()).body.code).toBe('works_none')
  const handIn = async (text: string, last_name: string) => {
    const person = await season.person({ first_name: 'Аристарх', last_name })
    const { token } = await sessionOf(app, person)
    const call = { token, params: { stage_id: stageIds.essay }, body: { data: { text } } }
    expect((await app.call('PUT /user/stages/:stage_id/answer', call)).status).toBe(200)
    const of = app.db.selectFrom('works').select('id').where('account_id', '=', person.id)
    return (await of.executeTakeFirstOrThrow()).id
  }
  const first = await handIn('Построим мост. Пишет Заречнов, zarechnov@plyos.example', 'Заречнов')
  const second = await handIn('Починим школу', 'Кедров/..')
  await prepareWorks(app.services)
  await app.db
    .insertInto('judgings')
    .values({ stage_id: stageIds.essay ?? 0, state: 'setup', blind: true })
    .execute()

  async function archive() {
    const asked = await askWorks()
    expect([asked.status, asked.body.exports[0]?.state]).toEqual([200, 'waiting'])
    await app.work('write_export')
    const [made] = await season.list()
    expect(made).toMatchObject({ state: 'ready', format: 'zip', rows: 2, columns: [] })
    const { bytes, headers } = await season.download(made?.id ?? 0)
    expect(headers.get('content-type')).toBe('application/zip')
    const entries = unzipSync(new Uint8Array(bytes))
    const words = Object.values(entries).map((one) =>
      strFromU8(unzipSync(one)['word/document.xml'] ?? new Uint8Array()),
    )
    return { made, names: Object.keys(entries), words, bytes }
  }
  const blind = await archive()
  expect(blind.made?.about).toBe('Работы этапа «Эссе» без имён авторов')
  expect(blind.names).toEqual([`Работа ${first}.docx`, `Работа ${second}.docx`])
  expect(blind.words.map((text) => /Построим мост|Починим школу/.exec(text)?.[0])).toEqual([
    'Построим мост',
    'Починим школу',
  ])
  for (const text of [...blind.words, JSON.stringify(blind.made)])
    expect(text).not.toMatch(/Заречн|Аристарх|Кедров|plyos/iu)

  await app.db
    .updateTable('judgings')
    .set({ blind: false })
    .where('stage_id', '=', stageIds.essay ?? 0)
    .execute()
  const known = await archive()
  expect(known.made?.about).toBe('Работы этапа «Эссе»')
  expect(known.names).toEqual([`Работа ${first} Заречнов Аристарх.docx`, `Работа ${second} Кедров .. Аристарх.docx`])
  expect(known.words[0]).toContain('Заречнов')
  expect(known.made?.downloads).toHaveLength(0)
  expect((await season.list())[0]?.downloads).toMatchObject([{ by: 'Ольга Выгрузина' }])

  const audit = await app.db.selectFrom('audit').select('action').where('subject', 'like', `%${code}%`).execute()
  expect(
    audit
      .map(({ action }) => action)
      .filter((action) => /export/.test(action))
      .toSorted(),
  ).toEqual(['export_downloaded', 'export_downloaded', 'works_exported', 'works_exported'])
  const stranger = await anAccount(app, { isDemo: true, flags: ['mentors'] })
  expect((await askWorks('essay', (await sessionOf(app, stranger)).token)).status).toBe(403)
  expect((await askWorks('mates')).body.code).toBe('works_none')
})
