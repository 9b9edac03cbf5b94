import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { unseenTexts } from '#shared/testing/unseen-texts.ts'
import { demoPortal } from './whole-call.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  const { app: portal, tokens } = await demoPortal()
  app = portal
  token = tokens.admin ?? ''
}, 300_000)
afterAll(() => app.close())

const accents = (count: number) => `Е${'\u0301'.repeat(count)}лкин`
const formulas = ["=cmd|' /C calc'!A0", '+7(1)*2', '-2+3', '@SUM(A1)']
/** What stays of a text, empty for a text that shows nothing. Formulas stay the texts that they are. */
const hostile = [...unseenTexts, [accents(40), accents(4)], ...formulas.map((text) => [text, text])].map(
  ([written = '', kept = '']) => [written, kept.trim()] as const,
)
const seen = hostile.filter(([, kept]) => kept !== '')
const unseen = hostile.filter(([, kept]) => kept === '')
const kept = seen.map(([, text]) => text)

const competition = 'ru_season_5'
const admin = `/api/v3/admin/competitions/${competition}`

function xlsx(sheets: Record<string, string[][]>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function upload(path: string, bytes: Buffer) {
  const answer = await app.fetch(`${admin}/${path}`, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(bytes, 'таблица.xlsx')),
  })
  return [answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code]
}

async function post(path: string, body: unknown) {
  const answer = await app.fetch(`/api/v3/${path}`, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

async function texts(query: ReturnType<typeof sql<{ text: string }>>) {
  return (await query.execute(app.db)).rows.map(({ text }) => text)
}

const bankHead = ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Ключ', 'Единица', 'Описание картинки']
const bankRows = (topics: readonly string[]) =>
  xlsx({ Вопросы: [bankHead, ...topics.map((topic, at) => [`x${at}`, topic, '1', 'число', 'Сколько?', '5', '', ''])] })
const short = { kind: 'short', text: 'Кто?' }
const bankJson = (topics: readonly string[], answers: readonly string[]) =>
  Buffer.from(
    JSON.stringify(
      topics.map((topic, at) => ({
        ...{ code: `j${at}`, topic, difficulty: 1, question: short },
        key: { kind: 'short', texts: [answers[at]] },
      })),
    ),
  )
const latest = (what: ReturnType<typeof sql>, prefix: string) =>
  texts(sql<{ text: string }>`
    select ${what} as text from test_question_versions v join test_questions q on q.id = v.question_id
    where q.competition_code = ${competition} and q.code ~ ${`^${prefix}[0-9]+$`}
    order by substr(q.code, 2)::int`)

const questionnaire = (labels: readonly string[], titles: readonly string[]) =>
  xlsx({
    Вопросы: [['Код', 'Текст', 'Вид'], ...labels.map((label, at) => [`q${at}`, label, 'шкала'])],
    Шкалы: [['Код', 'Название'], ...titles.map((title, at) => [`s${at}`, title])],
    Ключи: [['Вопрос', 'Шкала', 'Ключ'], ...titles.map((_title, at) => ['q0', `s${at}`, 'прямой'])],
  })

async function seasonFile(change: (file: SeasonLike) => void) {
  const answer = await app.fetch('/api/v3/admin/competitions/all_kinds/season/file', { headers: { 'X-Token': token } })
  const file = (await answer.json()) as SeasonLike
  change(file)
  return JSON.stringify(file)
}
interface SeasonLike {
  season: { title: string; copyright: string }
  tracks: { title: string }[]
  stages: {
    title: string
    gate?: object | null
    settings: { form?: { sections: { title: string; fields: { label: string }[] }[] } }
  }[]
  questions: object[]
  dictionaries: object[]
}
let seasons = 0
const take = async (file: string) => {
  seasons += 1
  const code = `hostile_${seasons}`
  const body = { competition_code: competition, code, title: 'Сезон', days: 0, file }
  return { code, answer: await post('admin/competitions/from-file', body) }
}
const question = (code: string, topic: string, answer: string) => ({
  ...{ code, topic, difficulty: 1, question: short, key: { kind: 'short', texts: [answer] } },
})

test('R-90 what an imported dictionary, questionnaire or bank of questions names is one line, and a formula stays a text', async () => {
  const written = seen.map(([text]) => text)
  const rows = (all: readonly string[]) =>
    xlsx({ Школы: [['Код', 'Значение'], ...all.map((text, at) => [`c${at}`, text])] })
  expect(await upload('dictionaries/hostile/import?title=x', rows(written))).toEqual([201, undefined])
  const items = sql<{ text: string }>`select value as text from dictionary_items
    where dict = 'hostile' order by substr(id, 2)::int`
  expect(await texts(items)).toEqual(kept)
  const { code } = await app.db
    .selectFrom('stages')
    .select('code')
    .where('competition_code', '=', competition)
    .where('type', '=', 'questionnaire')
    .executeTakeFirstOrThrow()
  const items_of = `stages/${code}/questionnaire/items`
  expect((await upload(items_of, questionnaire(written, written)))[1]).toBeUndefined()
  const [imported] = await app.db
    .selectFrom('questionnaire_keys as k')
    .innerJoin('form_versions as f', (join) =>
      join.onRef('f.stage_id', '=', 'k.stage_id').onRef('f.version', '=', 'k.form_version'),
    )
    .select(['k.keys', 'f.schema'])
    .orderBy('k.imported_at', 'desc')
    .orderBy('k.form_version', 'desc')
    .execute()
  expect(imported?.keys.scales.map(({ title }) => title)).toEqual(kept)
  expect(imported?.schema.sections[0]?.fields.map(({ label }) => label)).toEqual(kept)
  expect((await upload('questions/import', bankRows(written)))[1]).toBeUndefined()
  expect(await latest(sql`v.topic`, 'x')).toEqual(kept)
  expect((await upload('questions/import', bankJson(written, written)))[1]).toBeUndefined()
  expect(await latest(sql`v.topic`, 'j')).toEqual(kept)
  expect(await latest(sql`v.key #>> '{texts,0}'`, 'j')).toEqual(kept)
  for (const [text] of unseen) {
    expect(await upload('dictionaries/hostile/import?title=x', rows([text]))).toEqual([422, 'table_faulty'])
    expect(await upload(items_of, questionnaire([text], ['Шкала']))).toEqual([422, 'table_faulty'])
    expect(await upload(items_of, questionnaire(['Вопрос'], [text]))).toEqual([422, 'table_faulty'])
    expect(await upload('questions/import', bankRows([text]))).toEqual([422, 'table_faulty'])
    expect(await upload('questions/import', bankJson([text], ['да']))).toEqual([422, 'table_faulty'])
    expect(await upload('questions/import', bankJson(['Тема'], [text]))).toEqual([422, 'table_faulty'])
  }
}, 120_000)

test('R-90 what a season from a file names is one line', async () => {
  const few = hostile.filter(([, line]) => /^(?:Иванов Ваш|вонавИ|Е|=)/.test(line))
  expect(few).toHaveLength(4)
  for (const [text, line] of few) {
    const file = await seasonFile((of) => {
      for (const part of [...of.tracks, ...of.stages]) part.title = text
      for (const stage of of.stages.slice(-1)) stage.gate = { any: [{ tag: 'резерв', title: text }] }
      of.questions.push(question('hostile', text, text))
      of.dictionaries.push({
        dict: 'hostile_words',
        title: 'Слова',
        items: [{ id: 'a', value: text, region: null, fo: null, retired: false }],
      })
      for (const { settings } of of.stages) {
        for (const section of settings.form?.sections ?? []) for (const field of section.fields) field.label = text
        for (const lists of Object.values(settings))
          for (const each of Array.isArray(lists) ? lists : []) if (each?.title) each.title = text
        if ('address' in settings) settings.address = text
      }
    })
    const { code, answer } = await take(file)
    expect(answer).toEqual([201, code])
    const stored = await texts(sql<{ text: string }>`
      select distinct text from (
        select title as text from tracks where competition_code = ${code}
        union all select title from stages where competition_code = ${code}
        union all select value from dictionary_items where competition_code = ${code} and dict = 'hostile_words'
        union all select v.topic from test_question_versions v join test_questions q on q.id = v.question_id
          where q.competition_code = ${code} and q.code = 'hostile'
        union all select v.key #>> '{texts,0}' from test_question_versions v join test_questions q on q.id = v.question_id
          where q.competition_code = ${code} and q.code = 'hostile'
        union all select jsonb_path_query(gate, '$.**.title') #>> '{}' from stages where competition_code = ${code}
        union all select jsonb_path_query(settings, path) #>> '{}' from stages,
          unnest(array['$.form.sections[*].fields[*].label', '$.*[*].title', '$.address']::jsonpath[]) as path
          where competition_code = ${code}
      ) as stored`)
    expect(stored).toEqual([line])
  }
  for (const [text] of unseen.slice(0, 3)) {
    const { answer } = await take(await seasonFile((of) => of.questions.push(question('hostile', text, 'да'))))
    expect(answer).toEqual([422, 'season_file_faulty'])
  }
}, 120_000)

test('R-90 the employer of a judge in a pasted table is one line', async () => {
  // A line break or a tab begins another line or cell of such a table.
  const one = hostile.filter(([text]) => !/[\n\r\t;]/.test(text))
  const emails = one.map(([text], at) => `judge${at}@example.test;;${text}`).join('\n')
  expect((await post(`admin/competitions/${competition}/stages/essay/judges`, { emails }))[1]).toBeUndefined()
  const employers = await texts(sql<{ text: string }>`
    select d.employer as text from staff_invitation_duties d join staff_invitations i on i.id = d.invitation_id
    where i.email like 'judge%@example.test' order by substring(i.email from '[0-9]+')::int`)
  expect(employers).toEqual(one.map(([, text]) => text))
})
