import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCompetitions, listOwnCompetitions } from '#server/accounts/competitions/list-competitions.ts'
import { listTracks } from '#server/accounts/competitions/list-tracks.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const daysFromNow = (days: number) => new Date(app.clock.now().getTime() + days * day)

test('CL-05 everybody sees the published competitions with the dates of their registration', async () => {
  const registration = { type: 'registration', opens_at: daysFromNow(-1), closes_at: daysFromNow(1) }
  const { code } = await aCompetition(app.db, { registration })
  const secret = await aCompetition(app.db, {}, { published: false })
  const { status, body } = await app.call('GET /competitions')
  expect(status).toBe(200)
  const found = body.competitions.find((each) => each.code === code)
  expect(found).toMatchObject({
    registration_open: true,
    registration_opens: null,
    registration_ends: '2026-11-22 12:00:00',
  })
  expect(body.competitions.map((each) => each.code)).not.toContain(secret.code)
  expect(body.count).toBe(body.competitions.length)
})

test('CL-05 a registration that has not opened shows when it opens', async () => {
  const registration = { type: 'registration', opens_at: daysFromNow(2), closes_at: daysFromNow(9) }
  const { code } = await aCompetition(app.db, { registration })
  const { body } = await app.call('GET /competitions')
  expect(body.competitions.find((each) => each.code === code)).toMatchObject({
    registration_open: false,
    registration_opens: formatWire(daysFromNow(2)),
  })
})

test('CL-05 a person sees only their own role and track', async () => {
  const { code } = await aCompetition(app.db, {}, { tracks: ['state', 'business'] })
  const one = await aPerson(app)
  const other = await aPerson(app)
  await takesPart(app.db, one.id, code, 'business', app.clock.now())
  const seenBy = async (token: string) =>
    (await app.call('GET /user/competitions', { token })).body.competitions.find((each) => each.code === code)
  expect(await seenBy(one.token)).toMatchObject({ door: 'participant', track: 'business' })
  expect(await seenBy(other.token)).toMatchObject({ door: null, track: null })
})

test('CL-05 the person’s own track comes first, with the number of open and finished stages and the next deadline', async () => {
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      rules: { type: 'rules' },
      essay: { type: 'essay', closes_at: daysFromNow(3), tracks: ['business'] },
      letter: { type: 'form', closes_at: daysFromNow(2), tracks: ['state'] },
      unit: { type: 'group' },
      // Open now and optional.
      opinion: { type: 'feedback' },
    },
    { tracks: ['state', 'business'] },
  )
  const { id, token } = await aPerson(app)
  await takesPart(app.db, id, code, 'business', app.clock.now())
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: id, stage_id: stageIds.rules, passed_at: app.clock.now() })
    .execute()
  const { body } = await app.call('GET /user/tracks', { token, query: { competition_code: code } })
  expect(body.tracks).toEqual([
    {
      code: 'business',
      title: 'Трек business',
      description: '',
      is_mine: true,
      open_stages: 2,
      done_stages: 1,
      all_stages: 2,
      next_deadline: { title: 'Этап essay', at: '2026-11-24 12:00:00', stage: 'essay', type: 'essay' },
    },
    expect.objectContaining({ code: 'state', is_mine: false, open_stages: 0, done_stages: 0, all_stages: 2 }),
  ])
})

test('CL-05 the tracks of an unknown competition, and of one without tracks, have their own refusal codes', async () => {
  const { token } = await aPerson(app)
  const empty = await aCompetition(app.db, {}, { tracks: [] })
  const nowhere = await app.call('GET /user/tracks', { token, query: { competition_code: 'nowhere' } })
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'competition_not_found'])
  const none = await app.call('GET /user/tracks', { token, query: { competition_code: empty.code } })
  expect([none.status, none.text.includes('SERVER_UNAVAILABLE') || none.text.includes('tracks_unavailable')]).toEqual([
    500,
    true,
  ])
})

test('a competition cannot have a code that the portal’s addresses use', async () => {
  for (const code of ['admin', 'api', 'profile', 'view', 'assets', 'offline-event-booking', 'Два слова', '../x']) {
    await expect(aCompetition(app.db, {}, { code })).rejects.toThrow(/competitions_code/)
  }
})

test('one line of a competition tells who may take part', async () => {
  const admission = { age: { max: 55, on: { year: 2027, month: 1, day: 1 } }, min_experience_years: 2 }
  const { code } = await aCompetition(app.db, { registration: { type: 'registration', settings: { admission } } })
  const open = await aCompetition(app.db, { registration: { type: 'registration' } })
  const { competitions } = (await app.call('GET /competitions', { query: {} })).body
  const who = (of: string) => competitions.find((each) => each.code === of)?.who
  expect(who(code)).toBe('До 55 лет, опыт от 2 лет')
  expect(who(open.code)).toBe('')
})

test('a list of competitions and of tracks costs the same with one and with many', async () => {
  const { id } = await aPerson(app)
  const small = await aCompetition(app.db, { rules: { type: 'rules' } })
  const big = await aCompetition(
    app.db,
    { a: { type: 'form' }, b: { type: 'form' }, c: { type: 'form' } },
    { tracks: ['one', 'two', 'three'] },
  )
  const now = app.clock.now()
  const page = (limit: number) => ({ limit, offset: 0 })
  // The admission rules are cached after the first call; the third statement reads the version of the dictionaries.
  await listCompetitions(app.services, page(50), now)
  expect(await countQueries(() => listCompetitions(app.services, page(1), now))).toBe(3)
  expect(await countQueries(() => listCompetitions(app.services, page(50), now))).toBe(3)
  expect(await countQueries(() => listOwnCompetitions(app.services, id, page(50), now))).toBe(3)
  const tracks = (code: string) => countQueries(() => listTracks(app.services, id, code, now))
  expect(await tracks(big.code)).toBe(await tracks(small.code))
})
