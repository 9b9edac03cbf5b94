import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { anArticle } from '#server/testing/an-article.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { maxArticles } from '#shared/help/faq/limits.ts'
import { inReadingOrder, type Nested } from '#shared/help/faq/tree.ts'

let app: TestApp
let reader: string
let editor: string
let code: string

type Article = Nested<{ id: number; title: string; path: string; sort: number; text?: string; published: boolean }>

/** An editor for all competitions, or for the named ones. */
async function anEditor(...competitions: string[]) {
  const account = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values(
      competitions.length === 0
        ? [{ account_id: account.id, flag: 'faq' as const }]
        : competitions.map((competition_code) => ({ account_id: account.id, flag: 'faq' as const, competition_code })),
    )
    .execute()
  return (await sessionOf(app, account)).token
}

beforeAll(async () => {
  app = await testApp()
  reader = (await aPerson(app)).token
  editor = await anEditor()
  code = (await aCompetition(app.db, {})).code
})
afterAll(() => app.close())

async function treeFor(token: string, competition_code: string, more: { brief?: boolean } = {}) {
  const { status, body } = await app.call('GET /faq-articles', {
    token,
    query: { competition_code, tree: true, ...more },
  })
  expect(status).toBe(200)
  return { ...body, articles: body.articles as Article[] }
}
const titles = (articles: Article[]): unknown[] =>
  articles.map(({ title, children }) => (children.length > 0 ? [title, titles(children)] : title))

test('CL-03 an editor adds, changes and deletes an article; readers see it in the tree with its text and path', async () => {
  const added = await app.call('POST /admin/faq-articles', {
    token: editor,
    body: { competition_code: code, title: ' Как подать заявку? ', text: '<p>Нажмите <b>«Начать»</b>.</p>' },
  })
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ path: 'kak-podat-zayavku', version: 1 })
  const id = added.body.id
  const below = await anArticle(app, { competition_code: code, title: 'Какие нужны документы', parent_id: id })
  expect((await treeFor(reader, code)).articles).toMatchObject([
    {
      id,
      parent_id: null,
      alias: 'kak-podat-zayavku',
      title: 'Как подать заявку?',
      text: '<p>Нажмите <b>«Начать»</b>.</p>',
      sort: 0,
      path: 'kak-podat-zayavku',
      parents: [],
      children: [
        {
          path: 'kak-podat-zayavku/kakie-nuzhny-dokumenty',
          parents: [{ id, title: 'Как подать заявку?', path: 'kak-podat-zayavku' }],
          children: [],
        },
      ],
    },
  ])
  const changed = await app.call('PUT /admin/faq-articles/:id', {
    token: editor,
    params: { id },
    body: { title: 'Подача заявки', alias: 'zayavka', version: 1 },
  })
  expect(changed.body).toEqual({ id, path: 'zayavka', alias: 'zayavka', version: 2 })
  const refused = await app.call('DELETE /admin/faq-articles/:id', { token: editor, params: { id } })
  expect(refused.status).toBe(409)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'faq_has_children',
    message: expect.stringContaining('вложены другие: 1'),
  })
  const gone = await app.call('DELETE /admin/faq-articles/:id', {
    token: editor,
    params: { id },
    query: { with_children: true },
  })
  expect(gone.status).toBe(204)
  expect((await treeFor(reader, code)).articles).toEqual([])
  expect(
    (await app.call('PUT /admin/faq-articles/:id', { token: editor, params: { id: below.id }, body: {} })).status,
  ).toBe(404)
  const audit = await app.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', String(id))
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['faq.added', 'faq.changed', 'faq.deleted'])
})

test('RT-09 an article is read by its path, and by a path that it had before', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const section = await anArticle(app, { competition_code: own, title: 'Сроки', alias: 'sroki' })
  await anArticle(app, { competition_code: own, title: 'Продление', alias: 'prodlenie', parent_id: section.id })
  const read = (path: string) =>
    app.call('GET /faq-articles/article', { token: reader, query: { competition_code: own, path } })
  expect((await read('sroki/prodlenie')).body).toMatchObject({
    title: 'Продление',
    parents: [{ title: 'Сроки', path: 'sroki' }],
    useful: null,
    may_edit: false,
  })
  await app.call('PUT /admin/faq-articles/:id', { token: editor, params: { id: section.id }, body: { alias: 'kogda' } })
  expect((await read('sroki/prodlenie')).body.path).toBe('kogda/prodlenie')
  // An old path leads to the article that uses it now.
  await anArticle(app, { competition_code: own, title: 'Новые сроки', alias: 'sroki' })
  expect((await read('sroki')).body.title).toBe('Новые сроки')
  expect((await read('sroki/net')).status).toBe(404)
})

test('siblings never share an address: a chosen one is refused, one made from the title gets a number', async () => {
  const { code: own } = await aCompetition(app.db, {})
  await anArticle(app, { competition_code: own, title: 'Сроки' })
  expect((await anArticle(app, { competition_code: own, title: 'Сроки' })).path).toBe('sroki-2')
  const refused = await app.call('POST /admin/faq-articles', {
    token: editor,
    body: { competition_code: own, title: 'Ещё', alias: 'sroki' },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'faq_alias_taken'])
  expect(refused.body.fields).toHaveProperty('alias')
})

test('SC-06 RL-03 the whole order is saved at once, and no editor overwrites the order of another', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const ids: number[] = []
  for (const title of ['Раз', 'Два', 'Три', 'Четыре'])
    ids.push((await anArticle(app, { competition_code: own, title })).id)
  const [one, two, three, four] = ids as [number, number, number, number]
  const { version } = await treeFor(editor, own)
  const save = (token: string, articles: { id: number; parent_id: number | null; sort: number }[], seen = version) =>
    app.call('PUT /admin/faq-articles/order', { token, body: { competition_code: own, version: seen, articles } })
  const wanted = [
    { id: three, parent_id: null, sort: 0 },
    { id: one, parent_id: three, sort: 0 },
    { id: four, parent_id: three, sort: 1 },
    { id: two, parent_id: null, sort: 1 },
  ]
  const saved = await save(editor, wanted)
  expect(saved.status).toBe(200)
  const tree = await treeFor(reader, own)
  expect(titles(tree.articles)).toEqual([['Три', ['Раз', 'Четыре']], 'Два'])
  expect(inReadingOrder(tree.articles).map(({ path }) => path)).toEqual(['tri', 'tri/raz', 'tri/chetyre', 'dva'])

  // An editor with the version before that is refused; so is an order without the new article.
  expect((await save(editor, wanted)).body.code).toBe('faq_changed')
  await anArticle(app, { competition_code: own, title: 'Пять' })
  expect((await save(editor, wanted, saved.body.version)).body.code).toBe('faq_changed')
  // Of two saves at the same time one succeeds, the other is refused.
  const { version: now } = await treeFor(editor, own)
  const five = (await treeFor(editor, own)).articles.at(-1)?.id ?? 0
  const answers = await Promise.all(
    [0, 1].map((sort) =>
      save(
        editor,
        [...wanted.slice(0, 3), { id: two, parent_id: null, sort }, { id: five, parent_id: null, sort: 2 }],
        now,
      ),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])

  // A circle and a fifth level are refused.
  const { version: last } = await treeFor(editor, own)
  const circle = [
    { id: one, parent_id: two, sort: 0 },
    { id: two, parent_id: one, sort: 0 },
    { id: three, parent_id: null, sort: 0 },
    { id: four, parent_id: null, sort: 1 },
    { id: five, parent_id: null, sort: 2 },
  ]
  expect((await save(editor, circle, last)).status).toBe(400)
  const chain = ids.map((id, level) => ({ id, parent_id: ids[level - 1] ?? null, sort: 0 }))
  expect((await save(editor, [...chain, { id: five, parent_id: four, sort: 0 }], last)).body.code).toBe('faq_too_deep')
  expect((await save(reader, wanted, last)).status).toBe(403)
})

test('saving an article with sort moves it to that place among its siblings', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const ids: Record<string, number> = {}
  for (const title of ['а', 'б', 'в']) ids[title] = (await anArticle(app, { competition_code: own, title })).id
  const order = async () => titles((await treeFor(reader, own)).articles)
  const put = (title: string, body: { sort?: number; parent_id?: number | null }) =>
    app.call('PUT /admin/faq-articles/:id', { token: editor, params: { id: ids[title] ?? 0 }, body })
  await put('а', { sort: 1 })
  expect(await order()).toEqual(['б', 'а', 'в'])
  await put('в', { sort: 0 })
  expect(await order()).toEqual(['в', 'б', 'а'])
  await put('а', { parent_id: ids.в ?? 0 })
  await put('б', { parent_id: ids.в ?? 0, sort: 0 })
  expect(await order()).toEqual([['в', ['б', 'а']]])
  expect((await put('в', { parent_id: ids.а ?? 0 })).status).toBe(400)
})

test('an article that another editor saved meanwhile is not overwritten', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const { id } = await anArticle(app, { competition_code: own, title: 'Одна на двоих', text: '<p>сначала</p>' })
  const save = (text: string) =>
    app.call('PUT /admin/faq-articles/:id', { token: editor, params: { id }, body: { text, version: 1 } })
  const answers = await Promise.all([save('<p>первый</p>'), save('<p>второй</p>')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('faq_article_changed')
})

test('only editors see unpublished articles and those below them', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const draft = await anArticle(app, { competition_code: own, title: 'Черновик', published: false })
  const below = await anArticle(app, { competition_code: own, title: 'Под черновиком', parent_id: draft.id })
  expect((await treeFor(reader, own)).articles).toEqual([])
  expect(titles((await treeFor(editor, own)).articles)).toEqual([['Черновик', ['Под черновиком']]])
  const read = (token: string) =>
    app.call('GET /faq-articles/article', { token, query: { competition_code: own, path: below.path } })
  expect((await read(reader)).status).toBe(404)
  expect((await read(editor)).status).toBe(200)
  const search = { competition_code: own, query: 'под черновиком' }
  expect((await app.call('GET /faq-articles/search', { token: reader, query: search })).body.articles).toEqual([])
  await app.call('PUT /admin/faq-articles/:id', { token: editor, params: { id: draft.id }, body: { published: true } })
  expect((await app.call('GET /faq-articles/search', { token: reader, query: search })).body.count).toBe(2)
})

test('RL-03 R-26 an editor of one competition writes nothing in another, and a participant nowhere', async () => {
  const { code: mine } = await aCompetition(app.db, {})
  const { code: other } = await aCompetition(app.db, {})
  const narrow = await anEditor(mine)
  const foreign = await anArticle(app, { competition_code: other, title: 'Чужая' })
  const attempts = (token: string, competition_code: string, id: number) =>
    Promise.all([
      app.call('POST /admin/faq-articles', { token, body: { competition_code, title: 'Ещё' } }),
      app.call('PUT /admin/faq-articles/:id', { token, params: { id }, body: { title: 'Другая' } }),
      app.call('DELETE /admin/faq-articles/:id', { token, params: { id } }),
      app.call('PUT /admin/faq-articles/order', { token, body: { competition_code, version: 1, articles: [] } }),
      app.call('GET /admin/faq-articles/misses', { token, query: { competition_code } }),
    ])
  for (const token of [narrow, reader])
    for (const { status, body } of await attempts(token, other, foreign.id))
      expect([status, body.code]).toEqual([403, 'no_access'])
  expect((await treeFor(narrow, mine)).may_edit).toBe(true)
  expect((await treeFor(narrow, other)).may_edit).toBe(false)
  expect(
    (await app.call('POST /admin/faq-articles', { token: narrow, body: { competition_code: mine, title: 'Своя' } }))
      .status,
  ).toBe(201)
  expect((await treeFor(reader, other)).articles.map(({ title }) => title)).toEqual(['Чужая'])
})

test('R-35 the stored text of an article is cleaned, whatever was sent', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const { status, body } = await app.call('POST /admin/faq-articles', {
    token: editor,
    body: {
      competition_code: own,
      title: '<b>Разметка</b> в названии остаётся текстом',
      text: hostileHtml.slice(0, 40).join(''),
    },
  })
  expect(status).toBe(201)
  const kept = await app.db.selectFrom('faq_articles').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  expect(kept.text).not.toMatch(/<script|onerror|onload|javascript:|<svg|<style|<iframe|http:/i)
  expect(kept.title).toBe('<b>Разметка</b> в названии остаётся текстом')
})

test('«Было полезно?» is one answer a person, which may change; editors see the counts', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const { id, path } = await anArticle(app, { competition_code: own, title: 'Полезная' })
  const other = (await aPerson(app)).token
  const say = (token: string, useful: boolean) =>
    app.call('POST /faq-articles/:id/feedback', { token, params: { id }, body: { useful } })
  await say(reader, true)
  await say(reader, false)
  await Promise.all([say(other, true), say(other, true)])
  expect((await treeFor(editor, own)).articles).toMatchObject([{ feedback: { yes: 1, no: 1 } }])
  const { body } = await app.call('GET /faq-articles/article', {
    token: reader,
    query: { competition_code: own, path },
  })
  expect(body).toMatchObject({ useful: false })
  expect(body).not.toHaveProperty('feedback')
})

test('R-40 a picture of an article is decoded and encoded again; any other file is refused', async () => {
  const upload = async (bytes: Uint8Array, token: string, competition = code) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'снимок.png')
    const answer = await app.fetch(`/api/v3/admin/faq-images?competition_code=${competition}`, {
      method: 'POST',
      headers: { 'X-Token': token },
      body: form,
    })
    return { status: answer.status, body: (await answer.json()) as { url: string; code?: string } }
  }
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1a3fd4' } })
    .png()
    .toBuffer()
  const kept = await upload(picture, editor)
  expect(kept.status).toBe(201)
  expect(kept.body).toMatchObject({ width: 800, height: 600 })
  const seen = await app.fetch(kept.body.url)
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
  expect(seen.headers.get('content-security-policy')).toContain('sandbox')
  expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).width).toBe(800)
  expect((await upload(Buffer.from('<svg onload=alert(1)>'), editor)).body.code).toBe('file_type_unsupported')
  expect((await upload(picture, reader)).status).toBe(403)
  expect((await upload(picture, editor, 'no_such')).status).toBe(404)
  expect((await app.fetch(`/api/v3/faq-images/${'0'.repeat(32)}`)).status).toBe(404)
})

test('the list costs the same with one article and with three', async () => {
  const counts: number[] = []
  for (const many of [1, 3]) {
    const { code: own } = await aCompetition(app.db, {})
    for (let i = 0; i < many; i += 1) await anArticle(app, { competition_code: own, title: `Статья ${i}` })
    for (const token of [reader, editor])
      counts.push(
        await countQueries(() =>
          app.call('GET /faq-articles', { token, query: { competition_code: own, tree: true } }),
        ),
        await countQueries(() =>
          app.call('GET /admin/faq-articles/misses', { token: editor, query: { competition_code: own } }),
        ),
        await countQueries(() =>
          app.call('GET /faq-articles/search', { token, query: { competition_code: own, query: 'статья' } }),
        ),
      )
  }
  expect(counts.slice(6)).toEqual(counts.slice(0, 6))
})

test('a list is paged by articles, a tree by its top articles', async () => {
  const { code: own } = await aCompetition(app.db, {})
  const first = await anArticle(app, { competition_code: own, title: 'Раз' })
  await anArticle(app, { competition_code: own, title: 'Раз-два', parent_id: first.id })
  await anArticle(app, { competition_code: own, title: 'Два' })
  const page = async (query: { tree?: boolean; limit: number; offset: number }) => {
    const { body } = await app.call('GET /faq-articles', { token: reader, query: { competition_code: own, ...query } })
    return [body.count, titles(body.articles as Article[])]
  }
  expect(await page({ limit: 2, offset: 1 })).toEqual([3, ['Раз-два', 'Два']])
  expect(await page({ tree: true, limit: 1, offset: 0 })).toEqual([2, [['Раз', ['Раз-два']]]])
})

test('a competition has at most 500 articles, and two editors together do not get one more', async () => {
  const { code: own } = await aCompetition(app.db, {})
  await app.db
    .insertInto('faq_articles')
    .values(
      Array.from({ length: maxArticles - 1 }, (_, sort) => ({
        competition_code: own,
        parent_id: null,
        alias: `a${sort}`,
        path: `a${sort}`,
        sort,
        title: `Статья ${sort}`,
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      })),
    )
    .execute()
  const add = () =>
    app.call('POST /admin/faq-articles', { token: editor, body: { competition_code: own, title: 'Последняя' } })
  const answers = await Promise.all([add(), add(), add()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('faq_too_many')
})

test('the help of an unpublished competition is shown only to its editors', async () => {
  const { code: secret } = await aCompetition(app.db, {}, { published: false })
  await anArticle(app, { competition_code: secret, title: 'Заранее' })
  const list = (token: string) => app.call('GET /faq-articles', { token, query: { competition_code: secret } })
  expect((await list(reader)).body.code).toBe('competition_not_found')
  expect((await list(editor)).body.count).toBe(1)
})

test('every call of an editor that names an unknown competition is answered with 404', async () => {
  const competition_code = 'no_such'
  const token = editor
  const answers = [
    await app.call('POST /admin/faq-articles', { token, body: { competition_code, title: 'Статья' } }),
    await app.call('PUT /admin/faq-articles/order', { token, body: { competition_code, version: 1, articles: [] } }),
    await app.call('GET /admin/faq-articles/misses', { token, query: { competition_code } }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [404, 'competition_not_found']),
  )
})
