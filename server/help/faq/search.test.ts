import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { anArticle } from '#server/testing/an-article.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { typingErrorsBetween } from './edit-distance.ts'
import { otherLayout } from './keyboard-layout.ts'

let app: TestApp
let code: string
let token: string
beforeAll(async () => {
  app = await testApp()
  token = (await aPerson(app)).token
  code = (await aCompetition(app.db, {})).code
  const texts: [string, string][] = [
    ['Регистрация в конкурсе', '<p>Зарегистрируйтесь по телефону и почте. Пароль должен быть длинным.</p>'],
    ['Как восстановить пароль', '<p>Откройте страницу входа и нажмите «Забыли пароль?».</p>'],
    ['Видеоинтервью: камера и звук', '<p>Разрешите браузеру доступ к камере. Съёмка идёт в один дубль.</p>'],
    ['Счёт баллов', '<p>Эксперты оценивают работы по рубрике, учёт ведётся автоматически.</p>'],
    ['Сроки этапов', '<p>Этап закрывается в 23:59 по московскому времени.</p>'],
  ]
  for (const [title, text] of texts) await anArticle(app, { competition_code: code, title, text })
})
afterAll(() => app.close())

const search = async (query: string, page: { limit?: number; offset?: number; suggest?: boolean } = {}) =>
  (await app.call('GET /faq-articles/search', { token, query: { competition_code: code, query, ...page } })).body
const first = async (query: string) => (await search(query)).articles[0]?.title

test('SC-05 help is found by any form of a word and by how it begins', async () => {
  for (const query of ['регистрации', 'регистрацией', 'регистр', 'Как пройти РЕГИСТРАЦИЮ?'])
    expect([query, await first(query)]).toEqual([query, 'Регистрация в конкурсе'])
  expect(await first('камеру')).toBe('Видеоинтервью: камера и звук')
  expect(await first('съемка')).toBe('Видеоинтервью: камера и звук')
  expect(await first('счет')).toBe('Счёт баллов')
  expect(await first('московскому времени')).toBe('Сроки этапов')
})

test('SC-05 a mistyped word finds the intended one, and the answer has the corrected query', async () => {
  for (const [typed, meant] of [
    ['регестрация', 'Регистрация в конкурсе'],
    ['ригистрацыя', 'Регистрация в конкурсе'],
    ['востановить пороль', 'Как восстановить пароль'],
    ['видиоинтервью', 'Видеоинтервью: камера и звук'],
    ['htubcnhfwbz', 'Регистрация в конкурсе'],
    ['gfhjkm', 'Регистрация в конкурсе'],
  ] as const)
    expect([typed, (await search(typed)).articles.map(({ title }) => title)]).toEqual([
      typed,
      expect.arrayContaining([meant]),
    ])
  expect((await search('регестрация')).corrected).toBe('регистрация')
  expect((await search('htubcnhfwbz')).corrected).toBe('регистрация')
  expect((await search('регистрация')).corrected).toBeNull()
})

test('a match in the title ranks higher, and so do more matching words', async () => {
  expect((await search('пароль')).articles.map(({ title }) => title)).toEqual([
    'Как восстановить пароль',
    'Регистрация в конкурсе',
  ])
  expect((await search('пароль телефон')).articles.map(({ title }) => title)).toEqual([
    'Регистрация в конкурсе',
    'Как восстановить пароль',
  ])
})

test('matches are separate parts of the excerpt, and the text keeps its ё', async () => {
  const [article] = (await search('съемку')).articles
  const whole = article?.excerpt.map(({ text }) => text).join('') ?? ''
  expect(whole).toContain('Съёмка идёт в один дубль')
  expect(article?.excerpt.filter(({ match }) => match)).toEqual([{ text: 'Съёмка', match: true }])
  const [title] = (await search('счет')).articles
  expect(title?.title_parts).toEqual([
    { text: 'Счёт', match: true },
    { text: ' баллов', match: false },
  ])
})

test('an excerpt is plain text, also when the author wrote about markup', async () => {
  const { code: own } = await aCompetition(app.db, {})
  await anArticle(app, {
    competition_code: own,
    title: 'Разметка',
    text: '<p>Тег &lt;script&gt; не нужен \u0002никому\u0003</p>',
  })
  const { body } = await app.call('GET /faq-articles/search', {
    token,
    query: { competition_code: own, query: 'нужен' },
  })
  expect(body.articles[0]?.excerpt.map(({ text }) => text).join('')).toBe('Тег <script> не нужен никому')
})

test('a search without results is counted for editors, but not partly typed queries and personal numbers', async () => {
  const account = await anAccount(app, { isDemo: true, flags: ['faq'] })
  const editor = (await sessionOf(app, account)).token
  for (const query of [
    'гиппо',
    'гиппопот',
    'гиппопотам',
    'Гиппопотам!',
    'кто такой ivan@b.test',
    'мой паспорт 4512 345678',
    'аб',
  ])
    expect((await search(query)).articles).toEqual([])
  app.clock.advance(60_000)
  expect((await search('жираф')).articles).toEqual([])
  expect((await search('как на по')).count).toBe(0)
  expect((await search('носорог', { suggest: true })).count).toBe(0)
  const { body } = await app.call('GET /admin/faq-articles/misses', {
    token: editor,
    query: { competition_code: code },
  })
  expect(body.misses).toEqual(
    [
      { query: 'как на по', times: 1, last: '2026-11-21 12:01:00' },
      { query: 'жираф', times: 1, last: '2026-11-21 12:01:00' },
      { query: 'гиппопотам', times: 2, last: '2026-11-21 12:00:00' },
    ].toSorted((one, other) => other.last.localeCompare(one.last) || one.query.localeCompare(other.query)),
  )
})

test('results come by pages', async () => {
  const { code: own } = await aCompetition(app.db, {})
  for (let i = 1; i <= 12; i += 1) await anArticle(app, { competition_code: own, title: `Правило номер ${i}` })
  const page = (offset: number) =>
    app.call('GET /faq-articles/search', { token, query: { competition_code: own, query: 'правила', offset } })
  const [one, two] = [(await page(0)).body, (await page(10)).body]
  expect([one.articles.length, one.count, two.articles.length]).toEqual([10, 12, 2])
  expect(new Set([...one.articles, ...two.articles].map(({ id }) => id)).size).toBe(12)
})

test('any query gets an answer: operators of a query language have no meaning', async () => {
  for (const query of [
    "'",
    '"',
    ':*',
    '!!',
    'a & b | !c',
    '(((',
    '\\',
    '%_%',
    'пароль:*',
    "' or 1=1 --",
    'ё'.repeat(200),
    '🙂',
    '<b>',
  ])
    expect(
      (await app.call('GET /faq-articles/search', { token, query: { competition_code: code, query } })).status,
    ).toBe(200)
})

test('both searches use an index when there are many articles', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const { id } = await anArticle(app, { competition_code: own, title: 'Много слов' })
  await app.db.transaction().execute(async (tx) => {
    await sql`
      insert into faq_words (article_id, competition_code, word)
      select ${id}, ${own}, substr(md5(n::text), 1, 8) from generate_series(1, 20000) n`.execute(tx)
    await sql`
      insert into faq_articles (competition_code, parent_id, alias, path, sort, title, words, created_at, updated_at)
      select ${own}, ${id}, 'a' || n, 'a' || n, n, 'Статья', md5(n::text), now(), now() from generate_series(1, 5000) n`.execute(
      tx,
    )
    await sql`analyze faq_words`.execute(tx)
    await sql`analyze faq_articles`.execute(tx)
    const plan = async (text: ReturnType<typeof sql>) =>
      (await sql<{ 'QUERY PLAN': string }>`explain ${text}`.execute(tx)).rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(await plan(sql`select id from faq_articles where search @@ plainto_tsquery('russian', 'пароль')`)).toContain(
      'faq_articles_search',
    )
    expect(await plan(sql`select word from faq_words where word % 'пороль'`)).toContain('faq_words_trigrams')
  })
})

test('a typing error is a wrong, missing or extra letter, or two swapped ones', () => {
  const slips = (one: string, other: string) => typingErrorsBetween(one, other, 5)
  expect(['пароль', 'пороль', 'прль', 'паролль', 'парлоь'].map((word) => slips(word, 'пароль'))).toEqual([
    0, 1, 2, 1, 1,
  ])
  expect(typingErrorsBetween('кот', 'бегемот', 2)).toBe(3)
})

test('text typed with the wrong layout is read as Russian, and Russian text is not changed', () => {
  expect(otherLayout('htubcnhfwbz')).toBe('регистрация')
  expect(otherLayout('Gfhjkm')).toBe('пароль')
  expect([otherLayout('пароль'), otherLayout('2026')]).toEqual([null, null])
})
