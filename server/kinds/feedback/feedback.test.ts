import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFacts } from '#server/stages/facts.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { routes } from '#shared/routes.ts'
import { emptyBucket, halves, withOpinion } from './bucket.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000

const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code: string }).code

async function aFeedback(settings: Record<string, unknown> = {}, closesAfter: number | null = null) {
  app.clock.set(start)
  const closes_at = closesAfter === null ? null : new Date(start.getTime() + closesAfter * hour)
  const { code, stageIds } = await aCompetition(app.db, {
    test: { type: 'form', title: 'Тест' },
    opinion: {
      type: 'feedback',
      closes_at,
      settings: { about: 'test', hours: 2, questions: ['Понятно', 'Хватило', 'Удобно'], ...settings },
    },
    next: { type: 'essay', requires: ['opinion'], settings: { task: 'Расскажите' } },
  })
  const organiser = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))
  const places = { competition: code, code: 'opinion' }
  const params = { stage_id: stageIds.opinion }
  const anonymous = settings.anonymous ?? true
  const said = (more: Record<string, unknown> = {}) =>
    ({ round: 'before', recommend: 9, marks: [5, 4, null], text: '', device: 'phone', ...more }) as const
  const by = (token: string) => ({
    page: () => app.call('GET /user/stages/:stage_id/feedback', { token, params }),
    give: (more?: Record<string, unknown>) =>
      app.call('PUT /user/stages/:stage_id/feedback', { token, params, body: said({ anonymous, ...more }) as never }),
    never: () => app.call('POST /user/stages/:stage_id/feedback/never', { token, params }),
    async statuses() {
      const { body } = await app.call('GET /user/user-stages', {
        token,
        query: { competition_code: code, track: 'main' },
      })
      return Object.fromEntries(
        (body as { stages: { code: string; status: string }[] }).stages.map((each) => [each.code, each.status]),
      )
    },
  })
  return {
    code,
    stageId: stageIds.opinion,
    by,
    key: 'GET /admin/competitions/:competition/stages/:code/feedback' as const,
    figures: async () =>
      (
        await app.call('GET /admin/competitions/:competition/stages/:code/feedback', {
          token: organiser.token,
          params: places,
        })
      ).body,
    request: (test_id: number) =>
      app.call('POST /admin/competitions/:competition/stages/:code/feedback/requests', {
        token: organiser.token,
        params: places,
        body: { round: 'before', test_id },
      }),
    csv: async () => {
      const path = `/api/v3/admin/competitions/${code}/stages/opinion/feedback/csv`
      return (await app.fetch(path, { headers: { 'X-Token': organiser.token } })).text()
    },
    async person() {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, 'main', start)
      const happened = (facts: Parameters<typeof recordFacts>[2]) =>
        recordFacts(app.db, { accountId: person.id, stageId: stageIds.test }, facts, app.clock.now())
      return {
        ...person,
        ...by(person.token),
        happened,
        again: async () => by((await withNewSession(app, person)).token),
      }
    },
    /** A person whose hand-in is old enough to be asked. */
    async asked() {
      const person = await this.person()
      await person.happened({ submittedAt: new Date(start.getTime() - 3 * hour) })
      return person
    },
  }
}

test('KO-19 KE-19 people are asked some hours after a hand-in and again after the outcome, once each; before that nothing is shown', async () => {
  const opinion = await aFeedback()
  const person = await opinion.person()
  expect((await person.statuses()).opinion).toBeUndefined()
  expect((await person.page()).status).toBe(404)
  await person.happened({ submittedAt: start })
  expect((await person.statuses()).opinion).toBeUndefined()
  app.clock.advance(2 * hour)
  const later = await person.again()
  expect((await later.page()).body).toEqual({ subject: 'Тест', round: 'before', named: false, status: 'available' })
  expect(codeOf(await later.give({ round: 'after' }))).toBe('feedback_round_over')
  expect((await later.give()).status).toBe(204)
  expect(codeOf(await later.give())).toBe('feedback_given')
  expect((await later.page()).body).toEqual({ subject: 'Тест', round: 'before', named: false, status: 'success' })
  await person.happened({ failedAt: app.clock.now(), submittedAt: null })
  expect((await later.page()).body.status).toBe('success')
  app.clock.advance(2 * hour)
  const last = await person.again()
  expect((await last.page()).body).toEqual({ subject: 'Тест', round: 'after', named: false, status: 'available' })
  expect((await last.give({ round: 'after', recommend: 2 })).status).toBe(204)
  expect((await last.statuses()).opinion).toBe('success')
})

test('SK-19 KP-19 feedback blocks nobody unless it is required, and a round that is over shows nothing', async () => {
  const opinion = await aFeedback({}, 1)
  const person = await opinion.asked()
  expect(await person.statuses()).toMatchObject({ opinion: 'available', next: 'available' })
  app.clock.advance(2 * hour)
  expect((await (await person.again()).statuses()).opinion).toBeUndefined()
  const required = await aFeedback({ required: true }, 1)
  const held = await required.asked()
  expect(await held.statuses()).toMatchObject({ opinion: 'available', next: 'wait' })
  await held.never()
  expect((await held.statuses()).opinion).toBe('available')
  await held.give()
  expect(await held.statuses()).toMatchObject({ opinion: 'success', next: 'available' })
  const late = await required.asked()
  app.clock.advance(2 * hour)
  expect((await (await late.again()).statuses()).opinion).toBe('timeover')
})

test('KO-19 everybody in the competition reads what was changed because of opinions, also people who are not asked', async () => {
  const opinion = await aFeedback({ changes: ' Времени на тест теперь больше. ' })
  const person = await opinion.asked()
  await person.never()
  const { token } = person
  const query = { competition_code: opinion.code }
  const changes = async () => (await app.call('GET /feedback_form', { token, query })).body.changes
  expect(await changes()).toEqual([{ stage: 'Тест', text: 'Времени на тест теперь больше.' }])
  await app.db.updateTable('stages').set({ published: false }).where('id', '=', opinion.stageId).execute()
  await app.heard()
  expect(await changes()).toEqual([])
  const nothing = await aFeedback()
  expect(
    (await app.call('GET /feedback_form', { token, query: { competition_code: nothing.code } })).body.changes,
  ).toEqual([])
})

test('SK-19 a person who does not want to be asked is never asked again, at this stage and at others', async () => {
  const [opinion, other] = [await aFeedback(), await aFeedback()]
  const person = await opinion.asked()
  expect((await person.never()).status).toBe(204)
  expect((await person.never()).status).toBe(404)
  expect((await person.statuses()).opinion).toBeUndefined()
  expect((await person.give()).status).toBe(404)
  await takesPart(app.db, person.id, other.code, 'main', start)
  const test = await app.db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', other.code)
    .where('code', '=', 'test')
    .executeTakeFirstOrThrow()
  await recordFacts(
    app.db,
    { accountId: person.id, stageId: test.id },
    { submittedAt: new Date(start.getTime() - 9 * hour) },
    start,
  )
  expect((await other.by(person.token).statuses()).opinion).toBeUndefined()
})

test('KO-19 a sample is asked: about the set share of people, each either always or never', async () => {
  const opinion = await aFeedback({ sample: 30 })
  const ids = Array.from({ length: 1000 }, (_none, at) => at + 1)
  const { rows } = await sql<{ draw: number }>`
    select (hashint8extended(id::bigint, ${opinion.stageId}) & 2147483647) % 100 as draw from unnest(${ids}::int[]) as id`.execute(
    app.db,
  )
  const part = rows.filter(({ draw }) => Number(draw) < 30).length
  expect(part).toBeGreaterThan(230)
  expect(part).toBeLessThan(370)
  const people = await Promise.all(Array.from({ length: 12 }, () => opinion.asked()))
  const shown = await Promise.all(people.map(async (each) => (await each.statuses()).opinion))
  expect(shown).toContain('available')
  expect(shown).toContain(undefined)
  expect(await Promise.all(people.map(async (each) => (await each.statuses()).opinion))).toEqual(shown)
})

test('KE-19 the open form to support has a captcha and limits, and the feedback of a stage has a limit too', () => {
  // server/conformance/route-guards.test.ts proves that these declarations are enforced.
  expect(routes['POST /feedback_form']).toMatchObject({ captcha: true, limit: ['feedback', 'feedback_client'] })
  expect(routes['PUT /user/stages/:stage_id/feedback']).toMatchObject({ access: 'participant', limit: 'opinion' })
})

test('SK-19 an anonymous answer cannot be traced to a person: not by a number, time, order, transaction, request fingerprint or the audit', async () => {
  const opinion = await aFeedback()
  const people: Awaited<ReturnType<typeof opinion.asked>>[] = []
  for (let at = 0; at < 12; at += 1) {
    const person = await opinion.asked()
    people.push(person)
    const text = `Тайна номер ${String(at).padStart(2, '0')}`
    const idempotency = { 'Idempotency-Key': `key-of-person-${at}-0123456789` }
    const answer = await app.call('PUT /user/stages/:stage_id/feedback', {
      token: person.token,
      params: { stage_id: opinion.stageId },
      headers: idempotency,
      body: {
        round: 'before',
        anonymous: true,
        recommend: at % 11,
        marks: [1, 2, 3],
        text,
        device: at % 2 === 0 ? 'phone' : 'computer',
      },
    })
    expect(answer.status).toBe(204)
    app.clock.advance(1000)
  }
  // Every table of the database that contains a word of an answer.
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.db)
  const holding: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select xpath_exists('//row', query_to_xml(${`select from ${name} as t where t::text like '%Тайна номер%'`}, true, false, '')) as found`.execute(
      app.db,
    )
    if (rows[0]?.found) holding.push(name)
  }
  expect(holding).toEqual(['public.feedback_buckets'])
  const { rows: columns } = await sql<{ column_name: string; data_type: string }>`
    select column_name, data_type from information_schema.columns where table_name = 'feedback_buckets' order by 1`.execute(
    app.db,
  )
  expect(columns).toEqual([
    { column_name: 'bucket', data_type: 'integer' },
    { column_name: 'round', data_type: 'text' },
    { column_name: 'said', data_type: 'jsonb' },
    { column_name: 'stage_id', data_type: 'integer' },
  ])
  // One row has all answers: its place and transaction reveal who answered last, but not the text of that person.
  const { rows } = await sql<{
    said: { opinions: { text: string }[]; by: Record<string, unknown[][]> }
    whole: string
  }>`
    select said, t::text as whole from feedback_buckets t where stage_id = ${opinion.stageId}`.execute(app.db)
  expect(rows.length).toBe(1)
  const texts = rows[0]?.said.opinions.map(({ text }) => text) ?? []
  expect(texts.length).toBe(12)
  // A random order equals the order of arrival once in 479 million runs.
  expect(texts).not.toEqual(texts.toSorted())
  for (const person of people)
    for (const secret of [person.email, String(person.testId), person.token])
      expect(rows[0]?.whole).not.toContain(secret)
  expect(rows[0]?.whole).not.toMatch(/20\d\d-\d\d-\d\d|T\d\d:\d\d/)
  // Texts and groups are in separate lists.
  expect(Object.keys(rows[0]?.said.opinions[0] ?? {}).toSorted()).toEqual(['marks', 'recommend', 'text'])
  // A fingerprint of the request would let anybody with the answers compute and compare it.
  const stored = await app.db.selectFrom('idempotency_keys').select(['fingerprint', 'key']).execute()
  const prints = texts.map((text) => createHash('sha256').update(text).digest('hex'))
  expect(
    stored.filter(({ key, fingerprint }) => key.startsWith('key-of-person') || prints.includes(fingerprint)),
  ).toEqual([])
  const given = await sql<{
    line: string
  }>`select t::text as line from feedback_given t where stage_id = ${opinion.stageId}`.execute(app.db)
  expect(given.rows.map(({ line }) => line)).toEqual(people.map(({ id }) => `(${id},${opinion.stageId},before)`))
  const acts = await app.db.selectFrom('audit').selectAll().execute()
  expect(acts.filter((act) => people.some(({ id }) => act.actor_id === id))).toEqual([])
})

test('in a bucket every list has a random order of its own, and a full bucket is divided without losing an answer', () => {
  let said = emptyBucket
  for (let at = 0; at < 100; at += 1) {
    const opinion = { recommend: at % 11, marks: [at], text: `слова ${at}` }
    said = withOpinion(said, opinion, { region: `регион ${at}`, track: `трек ${at}`, device: 'phone' })
  }
  const order = (list: readonly (readonly [string, number])[]) => list.map(([value]) => value.split(' ')[1])
  const opinions = said.opinions.map(({ text }) => text.split(' ')[1])
  const arrived = Array.from({ length: 100 }, (_none, at) => String(at))
  for (const list of [opinions, order(said.by.region), order(said.by.track)]) {
    expect(list).not.toEqual(arrived)
    expect(list.toSorted()).toEqual(arrived.toSorted())
  }
  expect(order(said.by.region)).not.toEqual(opinions)
  const [one, other] = halves(said)
  expect([one.opinions.length, other.opinions.length, one.by.region.length, other.by.track.length]).toEqual([
    50, 50, 50, 50,
  ])
  expect([...one.opinions, ...other.opinions].map(({ text }) => text).toSorted()).toEqual(
    said.opinions.map(({ text }) => text).toSorted(),
  )
})

test('KO-19 figures and texts are shown from five answers on, by region, track and device, and small groups never', async () => {
  const opinion = await aFeedback({ hours: 0 })
  const nothing = { given: null, index: null, marks: [], by: [], words: [], words_of: 0, texts: [], texts_of: 0 }
  const people = await Promise.all(Array.from({ length: 20 }, () => opinion.asked()))
  await app.db
    .updateTable('participations')
    .set({ region: '7700000000000' })
    .where('competition_code', '=', opinion.code)
    .execute()
  const rare = await opinion.asked()
  await app.db
    .updateTable('participations')
    .set({ region: '1700000000000' })
    .where('account_id', '=', rare.id)
    .execute()
  for (const person of people.slice(0, 4)) await person.give({ recommend: 10, text: 'Спасибо' })
  expect((await opinion.figures()).rounds).toEqual([
    { round: 'before', ...nothing },
    { round: 'after', ...nothing },
  ])
  expect((await opinion.csv()).trim().split('\r\n').length).toBe(1)
  for (const person of people.slice(4, 10))
    await person.give({ recommend: 3, device: 'computer', marks: [1, null, null] })
  await rare.give({ recommend: 0, text: 'Я один из своего региона' })
  const [before] = (await opinion.figures()).rounds
  expect(before).toMatchObject({
    given: 11,
    index: -27,
    marks: [
      { question: 'Понятно', mean: 2.8 },
      { question: 'Хватило', mean: 4 },
      { question: 'Удобно', mean: null },
    ],
  })
  expect(before?.texts.map(({ text, name }) => `${text}${name}`).toSorted()).toEqual([
    'Спасибо',
    'Спасибо',
    'Спасибо',
    'Спасибо',
    'Я один из своего региона',
  ])
  const by = Object.fromEntries(before?.by.map(({ group, values }) => [group, values]) ?? [])
  expect(by.track).toEqual([{ title: 'Трек main', given: 11, index: -27 }])
  expect(by.device).toEqual([
    { title: 'Компьютер', given: 6, index: -100 },
    { title: 'Телефон', given: 5, index: 60 },
  ])
  expect(by.region?.map(({ given, index }) => [given, index])).toEqual([
    [null, null],
    [null, null],
  ])
  // A rare region is not named in the table either.
  const kept = await app.db
    .selectFrom('feedback_buckets')
    .select('said')
    .where('stage_id', '=', opinion.stageId)
    .execute()
  expect(JSON.stringify(kept)).not.toContain('1700000000000')
  const lines = (await opinion.csv()).trim().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([12, '"Когда";"Имя";"От 0 до 10";"Понятно";"Хватило";"Удобно";"Отзыв"'])
})

test('a named answer is shown with the name and is in the person’s own data; an anonymous one only as the fact of an answer', async () => {
  const opinion = await aFeedback({ anonymous: false })
  const people = await Promise.all(Array.from({ length: 5 }, () => opinion.asked()))
  for (const person of people) {
    await app.db
      .updateTable('accounts')
      .set({ last_name: 'Воронцова', first_name: 'Анна', middle_name: '' })
      .where('id', '=', person.id)
      .execute()
    await person.give({ text: 'Не работала кнопка' })
  }
  const figures = await opinion.figures()
  expect(figures.anonymous).toBe(false)
  expect(figures.rounds[0]?.texts[0]).toMatchObject({
    text: 'Не работала кнопка',
    name: 'Воронцова Анна',
    request: null,
  })
  expect(await opinion.csv()).toContain('"Воронцова Анна"')
  expect(
    await app.db.selectFrom('feedback_buckets').selectAll().where('stage_id', '=', opinion.stageId).execute(),
  ).toEqual([])
})

test('SZ-02 of very many opinions all count, some at random are shown, and all are in the table', async () => {
  const opinion = await aFeedback()
  const said = {
    opinions: Array.from({ length: 2100 }, (_none, at) => ({
      recommend: at % 11,
      marks: [5, 4, 3],
      text: `Отзыв ${at}`,
    })),
    by: { region: [], track: [], device: Array.from({ length: 2100 }, (_none, at) => ['phone', at % 11]) },
  }
  const at = { stage_id: opinion.stageId as number, round: 'before' as const, bucket: 0 }
  await app.db
    .insertInto('feedback_buckets')
    .values({ ...at, said: JSON.stringify(said) })
    .execute()
  const [before] = (await opinion.figures()).rounds
  expect(before).toMatchObject({ given: 2100, texts_of: 2100, words_of: 2000 })
  expect(before?.words).toEqual([{ word: 'отзыв', texts: 2000 }])
  expect(before?.by.find(({ group }) => group === 'device')?.values).toMatchObject([{ title: 'Телефон', given: 2100 }])
  const texts = before?.texts.map(({ text }) => text) ?? []
  expect([texts.length, new Set(texts).size]).toEqual([200, 200])
  expect(texts).not.toEqual(said.opinions.slice(0, 200).map(({ text }) => text))
  expect((await opinion.csv()).trim().split('\r\n')).toHaveLength(2101)
})

test('KO-19 words that texts have in common are counted in any grammatical form, from five answers on', async () => {
  const opinion = await aFeedback()
  const people = await Promise.all(Array.from({ length: 5 }, () => opinion.asked()))
  const texts = ['Черновик пропал в 12:05', 'Не нашёл черновика', 'Черновики и сроки', 'Срок слишком короткий', '']
  for (const [at, person] of people.entries()) {
    expect((await opinion.figures()).rounds[0]?.words).toEqual([])
    await person.give({ text: texts[at] ?? '' })
  }
  expect((await opinion.figures()).rounds[0]?.words).toEqual([
    { word: expect.stringMatching(/^черновик/), texts: 3 },
    { word: expect.stringMatching(/^срок/), texts: 2 },
  ])
})

test('KO-19 a named complaint becomes a request to support, once; an anonymous opinion cannot become one', async () => {
  const opinion = await aFeedback({ anonymous: false })
  const people = await Promise.all(Array.from({ length: 5 }, () => opinion.asked()))
  for (const person of people) await person.give({ text: `Не работала кнопка, ${person.email}` })
  const [person] = people
  if (!person) throw new Error('there are five')
  const [one, other] = await Promise.all([opinion.request(person.testId), opinion.request(person.testId)])
  expect(one.status).toBe(200)
  expect(one.body).toEqual(other.body)
  const { request } = one.body
  const own = await app.call('GET /user/feedback', { token: person.token, query: { competition_code: opinion.code } })
  expect(own.body.requests).toMatchObject([
    { id: request, status: 'open', topic: 'Отзыв об этапе: Этап opinion', text: `Не работала кнопка, ${person.email}` },
  ])
  const shown = (await opinion.figures()).rounds[0]?.texts.filter((text) => text.request !== null)
  expect(shown).toMatchObject([{ test_id: person.testId, request }])
  const stranger = await opinion.person()
  expect(codeOf(await opinion.request(stranger.testId))).toBe('not_found')

  const anonymous = await aFeedback()
  const silent = await Promise.all(Array.from({ length: 5 }, () => anonymous.asked()))
  for (const each of silent) await each.give({ text: 'Плохо' })
  expect((await anonymous.figures()).rounds[0]?.texts.map(({ test_id }) => test_id)).toEqual(Array(5).fill(null))
  expect(codeOf(await anonymous.request(silent[0]?.testId ?? 0))).toBe('not_found')
})

test('KP-19 the promise of the first line is kept: an answer promised as anonymous never gets a name, even after the setting changes', async () => {
  const opinion = await aFeedback({ hours: 0 })
  const people = await Promise.all(Array.from({ length: 5 }, () => opinion.asked()))
  const set = async (anonymous: boolean) => {
    const changed = JSON.stringify({ anonymous })
    await app.db
      .updateTable('stages')
      .set({ settings: sql`settings || ${changed}::jsonb` })
      .where('id', '=', opinion.stageId)
      .execute()
    await app.heard()
  }
  // All of them have opened the page that promises anonymity: «Отзыв анонимный».
  await set(false)
  const [one] = people
  expect((await one?.give({ anonymous: true, text: 'Без имени' }))?.status).toBe(204)
  expect((await one?.page())?.body).toMatchObject({ status: 'success', named: false })
  const named = await Promise.all(Array.from({ length: 6 }, () => opinion.asked()))
  for (const person of named) await person.give({ anonymous: false, text: 'С именем' })
  expect((await named[0]?.page())?.body).toMatchObject({ status: 'success', named: true })
  const rows = app.db.selectFrom('feedback_named').select('account_id').where('stage_id', '=', opinion.stageId)
  const kept = async () => (await rows.orderBy('account_id').execute()).map(({ account_id }) => account_id)
  expect(await kept()).toEqual(named.map(({ id }) => id).toSorted((a, b) => a - b))
  const shown = async () => {
    const [before] = (await opinion.figures()).rounds
    return [before?.given, before?.texts.filter(({ text }) => text === 'Без имени').length]
  }
  // A single anonymous answer among named ones could be attributed, and so could its mark.
  expect(await shown()).toEqual([6, 0])
  expect(await opinion.csv()).not.toContain('Без имени')
  for (const person of people.slice(1)) await person.give({ anonymous: true, text: 'Без имени' })
  expect(await shown()).toEqual([11, 5])
  // And an answer that was announced as named is not made anonymous.
  await set(true)
  const last = await opinion.asked()
  await last.give({ anonymous: false, text: 'С именем' })
  expect(await kept()).toContain(last.id)
})

test('KP-19 an opinion has three to five questions: with fewer the stage cannot be opened, with more it cannot be saved', async () => {
  const token = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))).token
  const levels = async (questions: string[]) => {
    const { code } = await aFeedback({ questions })
    const params = { competition: code, code: 'opinion' }
    const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })
    return (body.checklist ?? []).flatMap(({ level, text }) => (/тверждени/.test(text) ? [level] : []))
  }
  expect(await Promise.all([levels(['А', 'Б']), levels(['А', 'Б', 'В'])])).toEqual([['red'], []])
  expect(feedbackKind.settings.properties.questions).toMatchObject({ maxItems: 5 })
})

test('an opinion sent before the stage closed is kept; a minute later nobody is asked', async () => {
  const opinion = await aFeedback({}, 1)
  const [person, late] = [await opinion.asked(), await opinion.asked()]
  app.clock.set(new Date(start.getTime() + hour + 59_000))
  const [inTime, tooLate] = [await person.again(), await late.again()]
  expect((await inTime.statuses()).opinion).toBeUndefined()
  expect((await inTime.give()).status).toBe(204)
  expect(codeOf(await inTime.give())).toBe('feedback_given')
  app.clock.advance(1000)
  expect((await tooLate.give()).status).toBe(404)
  const required = await aFeedback({ required: true }, 1)
  const held = await required.asked()
  app.clock.set(new Date(start.getTime() + hour + 30_000))
  expect((await (await held.again()).give()).status).toBe(204)
})

test('one person in two windows answers once, and no answer of many at the same moment is lost', async () => {
  const opinion = await aFeedback()
  const people = await Promise.all(Array.from({ length: 8 }, () => opinion.asked()))
  const answers = await Promise.all(
    people.flatMap((person) => [person.give({ text: 'а' }), person.give({ text: 'б' })]),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(8).fill(204), ...Array(8).fill(409)])
  expect((await opinion.figures()).rounds[0]?.given).toBe(8)
})

test('marks outside the scale and too long texts are refused, and nothing of them is kept', async () => {
  const opinion = await aFeedback()
  const person = await opinion.asked()
  for (const wrong of [
    { recommend: 11 },
    { recommend: 1.5 },
    { marks: [6] },
    { text: 'я'.repeat(4001) },
    { round: 'later' },
  ])
    expect((await person.give(wrong)).status).toBe(400)
  const pasted = await person.give({ text: 'я'.repeat(5_000_000) })
  expect([pasted.status, (JSON.parse(pasted.text) as { message: string }).message]).toEqual([413, expect.any(String)])
  expect((await person.page()).body.status).toBe('available')
})
