import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hours = (count: number) => new Date(app.clock.now().getTime() + count * 3_600_000)

const anOrganiser = async (flags: AdminFlag[]) => sessionOf(app, await anAccount(app, { isDemo: true, flags }))
const duties = (token: string) => app.call('GET /user/duties', { token })

test('the chosen start page is stored and shown with the profile', async () => {
  const { token } = await aPerson(app)
  const chosen = async () => (await app.call('GET /user/profile', { token })).body.home
  expect(await chosen()).toBeNull()
  expect((await app.call('PUT /user/home', { token, body: { home: 'mentor' } })).status).toBe(204)
  expect(await chosen()).toBe('mentor')
  expect((await app.call('PUT /user/home', { token, body: { home: 'cellar' as never } })).status).toBe(400)
})

test('an organiser sees what waits in their competitions, with the next date; any other person sees nothing', async () => {
  const { code } = await aCompetition(app.db, {
    form: { type: 'form', opens_at: hours(-5), closes_at: hours(30) },
    rules: { type: 'rules', opens_at: hours(-5), closes_at: hours(20) },
    hidden: { type: 'rules', opens_at: hours(2), published: false },
    group: { type: 'group', opens_at: hours(1) },
  })
  const asker = await aPerson(app)
  const request = { account_id: asker.id, topic: 'other', topic_title: 'Другое', text: 'Вопрос', email: 'a@b.test' }
  await app.db
    .insertInto('feedback_requests')
    .values([
      { ...request, competition_code: code, created_at: hours(-3) },
      { ...request, competition_code: code, created_at: hours(-9) },
      { ...request, competition_code: code, created_at: hours(-20), status: 'answered' },
    ])
    .execute()
  await app.db
    .insertInto('faq_misses')
    .values({ competition_code: code, query: 'где мой', last_at: hours(0) })
    .execute()

  const { token } = await anOrganiser(['competitions', 'participants', 'faq'])
  const own = (await duties(token)).body.competitions.find((each) => each.code === code)
  expect(own?.rights.toSorted()).toEqual(['competitions', 'faq', 'participants'])
  expect(own).toMatchObject({
    next: { title: 'Этап rules', at: formatWire(hours(20)), opens: false },
    season: { stages: 3, unpublished: 1, edited: 0 },
    support: { open: 2, oldest: formatWire(hours(-9)) },
    help: { articles: 0, hidden: 0, misses: 1 },
    desk: null,
  })
  expect((await duties(asker.token)).body).toEqual({
    undelivered: null,
    budgets: [],
    begins: false,
    chief: false,
    competitions: [],
  })
})

test('a flag shows only its own numbers and, if it is limited to competitions, only those', async () => {
  const [one, other] = [await aCompetition(app.db, {}), await aCompetition(app.db, {})]
  const editor = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values([
      { account_id: editor.id, flag: 'faq', competition_code: one.code },
      { account_id: editor.id, flag: 'participants', competition_code: other.code },
    ])
    .execute()
  const { token } = await sessionOf(app, editor)
  const { competitions } = (await duties(token)).body
  expect(competitions.map(({ code, rights, season, support, help }) => [code, rights, season, support, help])).toEqual([
    [one.code, ['faq'], null, null, { articles: 0, hidden: 0, misses: 0 }],
    [other.code, ['participants'], null, { open: 0, oldest: null }, null],
  ])
})

test('works that wait for a check are counted, only at stages that people check', async () => {
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении' } },
    mentors: { type: 'mentor_choice' },
  })
  const person = await aPerson(app)
  await app.db
    .insertInto('hand_ins')
    .values(
      [stageIds.essay, stageIds.mentors].map((stage_id) => ({
        account_id: person.id,
        stage_id,
        revision: 1,
        arrived_at: hours(-1),
        receipt_number: `2026-d${stage_id}`,
        data: '{}',
      })),
    )
    .execute()
  const { token } = await anOrganiser(['assessment'])
  const own = async () => (await duties(token)).body.competitions.find((each) => each.code === code)
  expect(await own()).toMatchObject({ desk: { waits: 1 }, season: null, support: null, help: null })
  // As on the desk: works given to judges do not wait for a check.
  const judge = await anAccount(app)
  await sql`insert into readings (work_id, judge_id, assigned_at)
    select id, ${judge.id}, ${hours(0)} from works where stage_id = ${stageIds.essay}`.execute(app.db)
  expect(await own()).toMatchObject({ desk: { waits: 0 } })
})

test('an organiser without a second factor is refused until it is set up', async () => {
  const account = await anAccount(app, { flags: ['faq'] })
  const { token } = await sessionOf(app, account)
  expect((await duties(token)).body).toMatchObject({ code: 'second_factor_required' })
})

test('the duties of many competitions cost as many queries as those of one', async () => {
  const { token } = await anOrganiser(['competitions'])
  await duties(token)
  const few = await countQueries(() => duties(token))
  for (let count = 0; count < 5; count += 1) await aCompetition(app.db, {})
  await duties(token)
  expect(await countQueries(() => duties(token))).toBe(few)
})
