import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDocument } from '#server/accounts/registration/personal-documents.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { viewMinutes } from '#shared/accounts/person-views/limits.ts'

let app: TestApp
let season: Awaited<ReturnType<typeof aSeason>>
const start = new Date('2026-12-01T12:00:00+03:00')
const path = '/admin/competitions/:competition/participants/:test_id/view'

beforeAll(async () => {
  app = await testApp({ remembers: true })
  app.clock.set(start)
  season = await aSeason()
})
afterAll(() => app.close())

const aSeason = () =>
  aCompetition(app.db, {
    registration: { type: 'registration' },
    essay: { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 500 } },
  })

async function anOrganiser(only: string | null = null) {
  const account = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: account.id, flag: 'participants', competition_code: only })
    .execute()
  return { ...account, token: (await sessionOf(app, account)).token }
}

async function aParticipant(...codes: string[]) {
  const account = await anAccount(app)
  for (const code of [season.code, ...codes]) await takesPart(app.db, account.id, code, 'main', app.clock.now())
  await app.heard()
  return { ...account, params: { competition: season.code, test_id: account.testId } }
}

async function aView(organiser: { token: string }, person: Awaited<ReturnType<typeof aParticipant>>) {
  const body = { reason: 'Пишет, что не видит эссе' }
  const { token } = organiser
  const begun = await app.call(`POST ${path}`, { token, params: person.params, body })
  expect(begun.status).toBe(201)
  const headers = { 'X-View': begun.body.view_id }
  return { token, headers, ends_at: begun.body.ends_at }
}

const whoIs = async (as: { token: string; headers?: Record<string, string> }) => {
  const { status, body } = await app.call('GET /user/profile', as)
  return status === 200 ? body.id : body.code
}

test('an organiser sees the portal as a participant until the view ends, and as themselves in calls without the view', async () => {
  const [organiser, person] = [await anOrganiser(), await aParticipant()]
  const view = await aView(organiser, person)
  expect(view.ends_at).toBe('2026-12-01 12:30:00')
  expect(await whoIs(view)).toBe(person.testId)
  expect(await whoIs({ token: organiser.token })).toBe(organiser.testId)
  const stage = { params: { stage_id: season.stageIds.essay }, ...view }
  expect((await app.call('GET /user/stages/:stage_id', stage)).body).toMatchObject({ status: 'available' })
  const polled = '/api/v3/user/notifications?status=unread&limit=10&offset=0'
  const poll = (more: Record<string, string> = {}) =>
    app
      .fetch(polled, { headers: { 'X-Token': organiser.token, ...more } })
      .then(async (answer) => answer.headers.get('etag'))
  await app.db
    .insertInto('notifications')
    .values({ account_id: person.id, title: 'Только ему', text: '', created_at: app.clock.now() })
    .execute()
  await app.heard()
  // The first answer comes from the router and the second from the cache, which is kept for the organiser alone.
  const own = [await poll(), await poll()]
  expect([own[0] === own[1], (await poll(view.headers)) === own[0], (await poll()) === own[0]]).toEqual([
    true,
    false,
    true,
  ])

  app.clock.advance(viewMinutes * 60_000 - 1)
  const later = (await sessionOf(app, organiser)).token
  // A new login is another session, and a view belongs to a single session.
  expect(await whoIs({ ...view, token: later })).toBe('view_over')
  app.clock.set(start)
})

test('a view ends after its time, by its organiser, by another view, with the session and with the right', async () => {
  const person = await aParticipant()
  const ended = async (end: (organiser: Awaited<ReturnType<typeof anOrganiser>>) => Promise<unknown>) => {
    const organiser = await anOrganiser()
    const view = await aView(organiser, person)
    expect(await whoIs(view)).toBe(person.testId)
    await end(organiser)
    await app.heard()
    return whoIs(view)
  }
  expect(
    await ended(async () => {
      // The clock is not moved, because the access token expires before the view.
      await app.db.updateTable('person_views').set({ ends_at: start }).execute()
    }),
  ).toBe('view_over')
  expect(await ended(({ token }) => app.call(`DELETE ${path}`, { token, params: person.params }))).toBe('view_over')
  const other = await aParticipant()
  expect(await ended((organiser) => aView(organiser, other))).toBe('view_over')
  expect(await ended(({ id }) => app.db.deleteFrom('admin_flags').where('account_id', '=', id).execute())).toBe(
    'view_over',
  )
  expect(
    await ended(({ id }) =>
      app.db.updateTable('sessions').set({ revoked_at: start }).where('account_id', '=', id).execute(),
    ),
  ).toBe('view_over')
  expect(await whoIs({ token: (await anOrganiser()).token, headers: { 'X-View': 'x' } })).toBe('view_over')
})

test('R-30 an organiser of one competition sees it only through the eyes of people who take part in no other', async () => {
  const organiser = await anOrganiser(season.code)
  const elsewhere = await aCompetition(app.db, { essay: { type: 'essay' } })
  const [here, both] = [await aParticipant(), await aParticipant(elsewhere.code)]
  const view = await aView(organiser, here)
  const body = { reason: 'Проверить' }
  const asked = await app.call(`POST ${path}`, { token: organiser.token, params: both.params, body })
  expect([asked.status, asked.body.code]).toEqual([403, 'view_not_yours'])
  expect(await whoIs(view)).toBe(here.testId)
  await takesPart(app.db, here.id, elsewhere.code, 'main', app.clock.now())
  expect(await whoIs(view)).toBe('view_over')
})

test('the number of a document is hidden, and private pages of the person are refused', async () => {
  const [organiser, person] = [await anOrganiser(), await aParticipant()]
  const stage_id = season.stageIds.registration
  await app.db
    .insertInto('applications')
    .values({
      ...{ account_id: person.id, competition_code: season.code, stage_id, data: JSON.stringify({}), form_version: 1 },
      ...{ door: 'participant', submitted_at: start },
    })
    .execute()
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: person.id, stage_id, returned_at: start })
    .onConflict((clash) =>
      clash.columns(['account_id', 'stage_id']).doUpdateSet({ returned_at: start, submitted_at: null }),
    )
    .execute()
  await app.db
    .transaction()
    .execute((tx) => keepDocument(tx, app.config, person.id, { kind: 'passport', value: '4510123456' }))
  const view = await aView(organiser, person)
  const read = await app.call('GET /user/registration/:stage_id', { ...view, params: { stage_id } })
  expect(read.body.application?.data).toEqual({ reg_passport: 'скрыто' })
  expect((await app.call('GET /user/sessions', view)).body.code).toBe('view_only')
})

test('the audit and the history of the person show each view, the history with the reason', async () => {
  const [organiser, person] = [await anOrganiser(), await aParticipant()]
  const { token } = organiser
  await aView(organiser, person)
  await app.call(`DELETE ${path}`, { token, params: person.params })
  await app.call(`DELETE ${path}`, { token, params: person.params })
  const acts = await app.db
    .selectFrom('audit')
    .select(['action', 'subject', 'detail'])
    .where('actor_id', '=', organiser.id)
    .where('action', 'not in', ['looked', 'acted'])
    .orderBy('id')
    .execute()
  expect(acts.map(({ action, detail }) => [action, detail.acted_as])).toEqual([
    ['person_viewed', person.testId],
    ['person_view_ended', person.testId],
  ])
  expect(JSON.stringify(acts)).not.toContain('не видит эссе')
  const page = await app.call('GET /admin/competitions/:competition/participants/:test_id', {
    token,
    params: person.params,
  })
  expect(page.body.history[0]).toMatchObject({
    text: 'Организатор смотрел портал глазами участника',
    note: 'Пишет, что не видит эссе',
  })
})
