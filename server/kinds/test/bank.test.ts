import { read, utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

import type { ListedQuestion } from '#shared/kinds/test/question-row.ts'
import { bankTable, sample } from './bank-table.ts'
import { makePapers, paperFor } from './make-papers.ts'
import { questionPictures } from './question-pictures.ts'
import { makeDuePapers } from './test-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const draw = (topic: string, count: number) => ({ topic, difficulty: null, count, points: 1 })
const sections = [{ title: 'Часть 1', draws: [draw('право', 2)] }]

const head = ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Варианты', 'Ключ']
/** This many plain questions on law. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    `q${at}`,
    'право',
    (at % 5) + 1,
    'один вариант',
    `Вопрос ${at}?`,
    'Да|Нет',
    1,
  ])

function xlsx(rows: unknown[][]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Вопросы')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function aBank(settings: Record<string, unknown> = { sections }) {
  const now = app.clock.now()
  const { code, stageIds } = await aCompetition(app.db, {
    test: { type: 'test', opens_at: new Date(now.getTime() + 3_600_000), settings },
  })
  const organiser = await anAccount(app, { isDemo: true, flags: ['competitions'] })
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code }
  const base = `/api/v3/admin/competitions/${code}/questions`
  return {
    code,
    stageId: stageIds.test,
    stage: async () => {
      const found = (await app.services.seasons.of(app.db, code))?.byCode.get('test')
      if (!found) throw new Error('no stage')
      return found
    },
    load: async (bytes: Buffer, name = 'вопросы.xlsx') => {
      const answer = await app.fetch(`${base}/import`, {
        method: 'POST',
        headers: { 'X-Token': token, 'Content-Type': multipartType },
        body: new Uint8Array(multipartBody(bytes, name)),
      })
      return { status: answer.status, body: await answer.json() }
    },
    accountId: organiser.id,
    picture: async (file: string) =>
      (
        await app.fetch(`${base.replace('/questions', '/question-pictures')}/${file}`, {
          headers: { 'X-Token': token },
        })
      ).status,
    save: async (format: 'xlsx' | 'json') => {
      const answer = await app.fetch(`${base}/export?format=${format}`, { headers: { 'X-Token': token } })
      return Buffer.from(await answer.arrayBuffer())
    },
    search: (query: { topic?: string; difficulty?: number; text?: string; retired?: boolean } = {}) =>
      app.call('GET /admin/competitions/:competition/questions', { token, params, query }),
    add: (body: ListedQuestion) => app.call('POST /admin/competitions/:competition/questions', { token, params, body }),
    mend: (id: number, version: number, { code: _, ...body }: ListedQuestion) =>
      app.call('PUT /admin/competitions/:competition/questions/:id', {
        token,
        params: { ...params, id },
        body: { ...body, version },
      }),
    retire: (id: number, retired: boolean) =>
      app.call('POST /admin/competitions/:competition/questions/:id/retirement', {
        token,
        params: { ...params, id },
        body: { retired },
      }),
    papers: () =>
      app.db.selectFrom('test_papers').selectAll().where('stage_id', '=', stageIds.test).orderBy('id').execute(),
    person: async () => {
      const { id } = await aPerson(app)
      await takesPart(app.db, id, code, 'main', now)
      return id
    },
  }
}

test('a table with bad rows names each of them and changes nothing; once corrected, it is imported as a whole', async () => {
  const { load, search } = await aBank()
  const rows = lines(30)
  const bad = rows.map((row, at) =>
    at === 3 ? row.with(6, 3) : at === 17 ? row.with(2, 'трудный').with(0, 'q1') : row,
  )
  const refused = await load(xlsx([head, ...bad]))
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'table_faulty' })
  expect(
    Object.fromEntries(
      Object.entries<{ message: string }>(refused.body.fields).map(([row, { message }]) => [row, message]),
    ),
  ).toEqual({
    'Строка 5': 'В ключе «3»: нужен номер варианта, от 1 до 2',
    'Строка 19': 'Сложность — число от 1 до 5. Код «q1» уже занят: строка 3',
  })
  expect((await search()).body).toMatchObject({ count: 0, stock: [] })

  expect((await load(xlsx([head, ...rows]))).body).toEqual({ added: 30, changed: 0, same: 0 })
  const { body } = await search({ topic: 'право', difficulty: 2 })
  expect(body.count).toBe(6)
  expect(body.stock).toEqual([1, 2, 3, 4, 5].map((difficulty) => ({ topic: 'право', difficulty, count: 6 })))
  expect((await search({ text: 'ВОПРОС 17' })).body.questions.map(({ code }) => code)).toEqual(['q17'])

  const again = rows.with(0, ['q0', 'право', 1, 'один вариант', 'Иначе?', 'Да|Нет', 2])
  expect((await load(xlsx([head, ...again]))).body).toEqual({ added: 0, changed: 1, same: 29 })
  expect((await search({ text: 'иначе' })).body.questions).toMatchObject([{ code: 'q0', version: 2 }])
})

test('questions of every kind are exported as a table or as JSON, and imported unchanged', async () => {
  const { load, save } = await aBank()
  expect((await load(await bankTable(sample))).body).toEqual({ added: 7, changed: 0, same: 0 })
  const [table, json] = [await save('xlsx'), await save('json')]
  expect(JSON.parse(json.toString())).toEqual({ questions: sample })
  expect(read(table).SheetNames).toEqual(['Вопросы'])
  const other = await aBank()
  expect((await other.load(json, 'вопросы.json')).body).toEqual({ added: 7, changed: 0, same: 0 })
  expect((await other.load(table)).body).toEqual({ added: 0, changed: 0, same: 7 })
})

test('difficult table content is imported as it was exported: bars, formulas, numbers as texts, several lines', async () => {
  const named = (...texts: string[]) => texts.map((text, at) => ({ id: 'abcdefghij'.charAt(at), text }))
  const of = (code: string) => ({ code, topic: 'Тема | с чертой', difficulty: 5 })
  const awkward: ListedQuestion[] = [
    {
      ...of('007'),
      question: {
        kind: 'single',
        text: '=1+1\n\nСколько это, если $|x| \\neq 0$?',
        options: named('|', '1|2', '0,5', '=2', '+7 900'),
      },
      key: { kind: 'single', option: 'b' },
    },
    { ...of('bar'), question: { kind: 'short', text: 'Какой знак?' }, key: { kind: 'short', texts: ['a|b'] } },
    { ...of('1e3'), question: { kind: 'short', text: '«Ёлка»?' }, key: { kind: 'short', texts: ['007', 'ёлка'] } },
    {
      ...of('tiny'),
      question: { kind: 'number', text: 'Сколько?', unit: '°C' },
      key: { kind: 'number', value: -0.000_000_12, tolerance: 0.000_000_01 },
    },
    {
      ...of('huge'),
      question: { kind: 'number', text: 'Сколько?' },
      key: { kind: 'number', value: 123_456_789_012, tolerance: 0 },
    },
    {
      ...of('pairs'),
      question: {
        kind: 'match',
        text: 'Что к чему?',
        left: named('a|b', 'TRUE', '12.05'),
        right: named('x', 'y', 'z'),
      },
      key: { kind: 'match', pairs: { a: 'b', b: 'a', c: 'b' }, partial: false },
    },
    {
      ...of('long'),
      question: { kind: 'multiple', text: 'а'.repeat(4000), options: named('б'.repeat(4000), 'в'.repeat(4000)) },
      key: { kind: 'multiple', options: ['b', 'a'], partial: true },
    },
    {
      ...of('case'),
      question: {
        kind: 'case',
        text: 'Один\nДва',
        parts: [
          { id: 'p1', question: { kind: 'order', text: 'Порядок', items: named('1', '2', '3') } },
          { id: 'p2', question: { kind: 'single', text: 'Что?', options: named('да', 'нет') } },
        ],
      },
      key: {
        kind: 'case',
        parts: { p1: { kind: 'order', items: ['c', 'a', 'b'], partial: true }, p2: { kind: 'single', option: 'a' } },
      },
    },
  ]
  const bank = await aBank()
  const json = Buffer.from(JSON.stringify({ questions: awkward }))
  expect((await bank.load(json, 'q.json')).body).toEqual({ added: awkward.length, changed: 0, same: 0 })
  const table = await bank.save('xlsx')
  expect((await bank.load(table)).body).toEqual({ added: 0, changed: 0, same: awkward.length })
  const other = await aBank()
  await other.load(table)
  expect(JSON.parse((await other.save('json')).toString())).toEqual(JSON.parse((await bank.save('json')).toString()))
})

test('every bad row is named, no matter how many there are', async () => {
  const { load } = await aBank()
  const { status, body } = await load(xlsx([head, ...lines(250).map((row) => row.with(6, 3))]))
  expect(status).toBe(422)
  expect(Object.keys(body.fields)).toEqual(lines(250).map((_, at) => `Строка ${at + 2}`))
})

test.each<[string, unknown[], string]>([
  [
    'an unknown kind',
    ['q', 'т', 1, 'эссе', '?', '', ''],
    'Вид вопроса: «один вариант», «несколько вариантов», «число»',
  ],
  ['no number in the key', ['q', 'т', 1, 'число', '?', '', 'много'], 'Ключ должен быть числом'],
  ['no text', ['q', 'т', 1, 'краткий ответ', '', '', 'да'], 'Нет текста вопроса'],
  ['one option', ['q', 'т', 1, 'один вариант', '?', 'Да', 1], 'Вариантов должно быть от 2 до 20'],
  ['no pair', ['q', 'т', 1, 'соответствие', '?', 'а|б', ''], 'Варианты соответствия пишут парами: «слева => справа»'],
  ['a case without parts', ['q', 'т', 1, 'кейс', '?', '', ''], 'У кейса нет ни одной части'],
  ['an unfinished formula', ['q', 'т', 1, 'краткий ответ', 'Цена $5?', '', 'да'], 'формула начата знаком «$»'],
  ['no code and no topic', ['', '', 1, 'краткий ответ', '?', '', 'да'], 'Нет кода. Нет темы'],
])('a row is refused for %s', async (_, row, message) => {
  const { load } = await aBank()
  const { status, body } = await load(xlsx([head, row]))
  expect(status).toBe(422)
  expect(body.fields['Строка 2'].message).toContain(message)
})

test('a file that is not a table, or lacks the sheet or a column, is refused in words', async () => {
  const { load } = await aBank()
  expect((await load(Buffer.from('{"questions": [', 'utf8'), 'q.json')).body).toMatchObject({
    code: 'table_unreadable',
  })
  expect((await load(Buffer.from([0xff, 0xd8, 0, 0]))).body).toMatchObject({ code: 'table_unreadable' })
  expect((await load(Buffer.from('просто текст'))).body).toMatchObject({
    code: 'table_faulty',
    fields: { 'Лист «Вопросы», строка 1': { message: expect.stringContaining('Нет столбцов') } },
  })
  expect(
    (
      await load(
        xlsx([
          ['Код', 'Тема'],
          ['q', 'т'],
        ]),
      )
    ).body.fields['Лист «Вопросы», строка 1'].message,
  ).toContain('«Ключ»')
  const json = Buffer.from(
    JSON.stringify({ questions: [{ code: 'a' }, { ...sample[0], key: { kind: 'short', texts: ['да'] } }] }),
  )
  expect((await load(json, 'q.json')).body.fields).toMatchObject({
    'Вопрос 1': { message: 'Нужны code, topic, difficulty от 1 до 5, question и key' },
    'Вопрос 2 («q1»)': { message: 'Ключ от вопроса другого вида' },
  })
})

test('a question is added, corrected as a new version, retired and returned; a stale page overwrites nothing', async () => {
  const { add, mend, retire, search } = await aBank()
  const [first] = sample as [ListedQuestion]
  const { status, body } = await add(first)
  expect(status).toBe(201)
  expect(body).toMatchObject({ code: 'q1', version: 1, given: 0, retired: false })
  expect(await add(first)).toMatchObject({ status: 409, body: { code: 'question_code_taken' } })
  const faulty = { ...first, code: 'x', key: { kind: 'single' as const, option: 'z' } }
  expect(await add(faulty)).toMatchObject({
    status: 422,
    body: { code: 'question_faulty', fields: { question: { message: 'В ключе вариант «z», в вопросе его нет' } } },
  })
  expect(await mend(body.id, 1, { ...first, difficulty: 4 })).toMatchObject({
    status: 200,
    body: { version: 2, difficulty: 4 },
  })
  expect(await mend(body.id, 1, first)).toMatchObject({ status: 409, body: { code: 'question_changed' } })
  expect(await mend(999_999, 1, first)).toMatchObject({ status: 404, body: { code: 'question_not_found' } })
  expect(await retire(body.id, true)).toMatchObject({ body: { retired: true } })
  expect([(await search()).body.count, (await search({ retired: true })).body.count]).toEqual([0, 1])
  expect(await retire(body.id, false)).toMatchObject({ body: { retired: false } })
})

test('KE-06 papers are made before the stage opens, one a person; a given paper is final, the others follow the bank', async () => {
  const { load, stage, person, papers, search, retire, stageId } = await aBank()
  await load(xlsx([head, ...lines(3)]))
  const people = [await person(), await person(), await person()]
  await makeDuePapers(app.services)
  const made = await papers()
  expect(made.map(({ account_id }) => account_id)).toEqual(people)
  expect(await makePapers(app.services, await stage())).toBe(0)

  const [first = 0] = people
  const begin = async (accountId: number) => {
    const at = { stage: await stage(), accountId, track: 'main', number: 1, now: app.clock.now() }
    return app.db.transaction().execute((tx) => paperFor(tx, at))
  }
  const given = await begin(first)
  expect(given.seed).toBe(made[0]?.seed)
  expect((await begin(first)).id).toBe(given.id)
  const exposed = (await search()).body.questions.filter(({ given: count }) => count === 1)
  expect(exposed.map(({ version_id }) => version_id).toSorted()).toEqual(
    given.sections.flatMap(({ questions }) => questions.map(({ version }) => version)).toSorted(),
  )

  const [{ id } = { id: 0 }] = exposed
  await retire(id, true)
  expect((await papers()).map(({ account_id }) => account_id)).toEqual([first])
  expect((await begin(first)).sections).toEqual(given.sections)
  await makePapers(app.services, await stage())
  const rest = (await papers()).filter(({ account_id }) => account_id !== first)
  expect(rest).toHaveLength(2)
  const gone = new Set(exposed.filter((one) => one.id === id).map(({ version_id }) => version_id))
  expect(
    rest.flatMap((paper) => paper.sections.flatMap((one) => one.questions)).some(({ version }) => gone.has(version)),
  ).toBe(false)

  await app.db
    .updateTable('stages')
    .set({ settings: JSON.stringify({ sections: [{ title: '', draws: [draw('право', 1)] }] }) })
    .where('id', '=', stageId)
    .execute()
  expect((await papers()).map(({ account_id }) => account_id)).toEqual([first])
  await vi.waitFor(async () => {
    const at = { stage: await stage(), accountId: people[1] ?? 0, track: 'main', number: 1, now: app.clock.now() }
    const paper = await app.db.transaction().execute(async (tx) => {
      const drawn = await paperFor(tx, at)
      if (drawn.sections[0]?.questions.length !== 1) throw new Error('the season has not heard of it yet')
      return drawn
    })
    expect(paper.sections).toMatchObject([{ title: '', questions: [{ points: 1 }] }])
  }, patience)
})

test('a person without a paper gets one, two calls at once get the same, and a bank with too few questions is refused', async () => {
  const { load, stage, person, papers } = await aBank()
  const own = await person()
  const at = { stage: await stage(), accountId: own, track: 'main', number: 1, now: app.clock.now() }
  const begin = () => app.db.transaction().execute((tx) => paperFor(tx, at))
  await expect(begin()).rejects.toMatchObject({ code: 'paper_not_drawn' })
  await load(xlsx([head, ...lines(9)]))
  const both = await Promise.all([begin(), begin(), makePapers(app.services, at.stage), begin()])
  const [kept] = await papers()
  for (const paper of both)
    if (typeof paper === 'object') expect(paper).toMatchObject({ id: kept?.id, seed: kept?.seed })
  expect(await papers()).toHaveLength(1)
})

test('KO-06 a track has a paper of its own blueprint, made ahead or at the beginning, and a new one when a person changes the track', async () => {
  const other = [{ title: 'Другой', draws: [draw('право', 3)] }]
  const { load, stage, person, papers, code, stageId } = await aBank({ sections, track_sections: { other } })
  await load(xlsx([head, ...lines(9)]))
  const [own, elsewhere] = [await person(), await person()]
  const inTrack = (accountId: number, track_code: string) =>
    app.db
      .updateTable('participations')
      .set({ track_code })
      .where('account_id', '=', accountId)
      .where('competition_code', '=', code)
      .execute()
  await app.db.insertInto('tracks').values({ competition_code: code, code: 'other', title: 'Другой' }).execute()
  await inTrack(elsewhere, 'other')
  const counts = async () => {
    await makePapers(app.services, await stage())
    const made = await papers()
    return [own, elsewhere].map((id) => made.find(({ account_id }) => account_id === id)?.sections[0]?.questions.length)
  }
  expect(await counts()).toEqual([2, 3])
  await inTrack(own, 'other')
  expect((await papers()).map(({ account_id }) => account_id)).toEqual([elsewhere])
  expect(await counts()).toEqual([3, 3])
  const begun = { stage: await stage(), accountId: own, track: 'other', number: 2, now: app.clock.now() }
  const paper = await app.db.transaction().execute((tx) => paperFor(tx, begun))
  expect(paper.sections[0]?.questions).toHaveLength(3)
  expect(stageId).toBeGreaterThan(0)
})

test('papers are made ahead for people who meet the condition of entry now, and for others once they do', async () => {
  const { load, stage, person, papers, code, stageId } = await aBank()
  await load(xlsx([head, ...lines(9)]))
  const [first, second] = [await person(), await person()]
  await app.db
    .updateTable('stages')
    .set({ gate: JSON.stringify({ tag: 'резерв' }) })
    .where('id', '=', stageId)
    .execute()
  const tag = (accountId: number) =>
    app.db
      .updateTable('participations')
      .set({ tags: ['резерв'] })
      .where('account_id', '=', accountId)
      .where('competition_code', '=', code)
      .execute()
  await tag(first)
  await vi.waitFor(async () => expect((await stage()).gate).not.toBeNull(), patience)
  await makePapers(app.services, await stage())
  expect((await papers()).map(({ account_id }) => account_id)).toEqual([first])
  await tag(second)
  await makePapers(app.services, await stage())
  expect((await papers()).map(({ account_id }) => account_id)).toEqual([first, second])
})

/** A picture of this person; its id is the letter repeated 32 times. */
async function aPicture(account_id: number, letter: string): Promise<string> {
  const id = letter.repeat(32)
  await app.services.disk.put(id, Buffer.from('picture'))
  const row = { id, account_id, name: 'схема.png', type: 'image/png', size: 7, sha256: '' }
  await app.db
    .insertInto('files')
    .values({ ...row, purpose: 'image' })
    .execute()
  return id
}

test('a picture of a question is kept, also if it is of an earlier version or of a part of a case', async () => {
  const { add, mend, accountId } = await aBank()
  const unused = 'c'.repeat(32)
  const [of, inPart] = [await aPicture(accountId, 'a'), await aPicture(accountId, 'b')]
  const words = { picture_words: 'Схема' }
  const [first] = sample as [ListedQuestion]
  const { body } = await add({
    ...first,
    question: { ...first.question, picture: of, ...words } as ListedQuestion['question'],
  })
  await mend(body.id, 1, first)
  const part = { kind: 'short' as const, text: '?', picture: inPart, ...words }
  const whole = { kind: 'case' as const, text: 'Дело', parts: [{ id: 'p', question: part }] }
  const key = { kind: 'case' as const, parts: { p: { kind: 'short' as const, texts: ['да'] } } }
  expect((await add({ ...first, code: 'case', question: whole, key })).status).toBe(201)
  const held = await questionPictures(
    app.db,
    [of, inPart, unused].map((id) => ({ id, account_id: 1 })),
  )
  expect(held.toSorted()).toEqual([of, inPart])
})

test('an organiser sees the pictures of the bank and their own new ones, and none of another competition or person', async () => {
  const bank = await aBank()
  const { accountId } = bank
  const other = await bank.person()
  const [own, inBank, strange] = [
    await aPicture(accountId, 'd'),
    await aPicture(accountId, 'e'),
    await aPicture(other, 'f'),
  ]
  const [first] = sample as [ListedQuestion]
  const withPicture = (picture: string, code = 'picture') => {
    const question = { ...first.question, picture, picture_words: 'Схема' } as ListedQuestion['question']
    return { ...first, code, question }
  }
  const added = await bank.add(withPicture(inBank))
  await app.db.updateTable('files').set({ account_id: other }).where('id', '=', inBank).execute()
  const read = await Promise.all([own, inBank, strange].map(bank.picture))
  expect(read).toEqual([200, 200, 404])
  const elsewhere = await aBank()
  expect(await elsewhere.picture(inBank)).toBe(404)

  // The organiser cannot use one by its id either: not in a new question, a corrected one or a file.
  const words = { rule: 'question', message: 'Такой картинки у вас нет: загрузите её заново' }
  expect((await bank.add(withPicture(strange, 'new'))).body.fields).toEqual({ question: words })
  expect((await bank.mend(added.body.id, 1, withPicture(strange))).body.fields).toEqual({ question: words })
  const loaded = (...all: ListedQuestion[]) => bank.load(Buffer.from(JSON.stringify(all)))
  const refused = await loaded(withPicture(inBank, 'again'), withPicture(strange, 'new'))
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['Вопрос 2 («new»)']])
  expect((await bank.search({ text: first.question.text })).body.count).toBe(1)
  expect((await loaded(withPicture(inBank, 'again'), withPicture(own, 'new'))).body).toMatchObject({ added: 2 })
  const part = { kind: 'short' as const, text: '?', picture: strange, picture_words: 'Схема' }
  const whole = { kind: 'case' as const, text: 'Дело', parts: [{ id: 'p', question: part }] }
  const key = { kind: 'case' as const, parts: { p: { kind: 'short' as const, texts: ['да'] } } }
  expect((await loaded({ ...first, code: 'case', question: whole, key })).status).toBe(422)
  expect(await bank.picture(strange)).toBe(404)
})

test('TW-14 people join a competition while its bank of questions is loaded', async () => {
  const bank = await aBank()
  const loaded = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table test_question_versions in share mode`.execute(tx),
    call: () => bank.load(xlsx([head, ...lines(1)])),
    // As every row that refers to the competition.
    meanwhile: () => sql`select from competitions where code = ${bank.code} for key share nowait`.execute(app.db),
  })
  expect(loaded.body).toEqual({ added: 1, changed: 0, same: 0 })
})
