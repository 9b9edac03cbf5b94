import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function somebody() {
  const { code } = await aCompetition(app.db, { rules: { type: 'rules' } })
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  const { token } = person
  return { code, token, start: (query = {}) => app.call('GET /user/start', { token, query }) }
}

test('the start has exactly the answers of the calls that it replaces', async () => {
  const { code, token, start } = await somebody()
  const { status, body } = await start({ competition_code: code, track: 'main' })
  const competition_code = code
  expect([status, body]).toEqual([
    200,
    {
      competitions: (await app.call('GET /user/competitions', { token })).body,
      profile: (await app.call('GET /user/profile', { token })).body,
      track: {
        tracks: (await app.call('GET /user/tracks', { token, query: { competition_code } })).body,
        stages: (await app.call('GET /user/user-stages', { token, query: { competition_code, track: 'main' } })).body,
        events: (await app.call('GET /offline_events', { token, query: { competition_code } })).body,
      },
    },
  ])
})

test('for an address without a competition or with an unknown track the part of the track is null', async () => {
  const { code, start } = await somebody()
  for (const query of [{}, { competition_code: 'profile' }, { competition_code: code, track: 'login' }])
    expect((await start(query)).body).toMatchObject({ profile: {}, track: null })
})

test('the start is compressed for a browser', async () => {
  const { code, token } = await somebody()
  const answer = await app.fetch(`/api/v3/user/start?competition_code=${code}&track=main`, {
    headers: { 'x-token': token, 'accept-encoding': 'gzip, br' },
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toMatchObject({ track: { stages: { stages: [{}] } } })
})
