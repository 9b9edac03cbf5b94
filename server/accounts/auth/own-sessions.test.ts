import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, logIn, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { deviceName } from './device-name.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(3_600_000))

const list = (token: string, query: { limit?: number; offset?: number } = {}) =>
  app.call('GET /user/sessions', { token, query })
const profile = async (token: string) => (await app.call('GET /user/profile', { token })).status
const logInWith = async (who: { email: string }, userAgent: string) => {
  const answer = await app.call('POST /auth/login', {
    body: { username: who.email, password: rightPassword },
    headers: { 'User-Agent': userAgent },
  })
  return { token: tokenOf(answer), cookies: answer.cookies }
}

const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 YaBrowser/24.4 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:125.0) Gecko/20100101 Firefox/125.0'

test('a person sees every device, this one first, without locations', async () => {
  const person = await anAccount(app)
  const first = await logInWith(person, desk)
  app.clock.advance(300_000)
  const here = await logInWith(person, phone)
  app.clock.advance(60_000)
  await app.call('POST /auth/token/refresh', { cookies: first.cookies })
  const { body } = await list(here.token)
  expect(body.count).toBe(2)
  expect(body.sessions.map(({ device, current }) => [device, current])).toEqual([
    ['Яндекс Браузер, Android', true],
    ['Firefox, Windows', false],
  ])
  const [now = '', earlier = ''] = body.sessions.map(({ last_seen }) => last_seen)
  expect(earlier > now).toBe(true)
  expect(Object.keys(body.sessions[0] ?? {}).sort()).toEqual(['created', 'current', 'device', 'id', 'last_seen'])
})

test('R-17 a device is logged out at once, and the others stay', async () => {
  const person = await anAccount(app)
  const away = await logIn(app, person)
  const stays = await logIn(app, person)
  const here = await logIn(app, person)
  const { sessions } = (await list(away.token)).body
  const id = sessions.find(({ current }) => current)?.id ?? ''
  expect((await app.call('DELETE /user/sessions/:id', { params: { id }, token: here.token })).status).toBe(204)
  expect(await profile(away.token)).toBe(401)
  expect((await app.call('POST /auth/token/refresh', { cookies: away.cookies })).status).toBe(403)
  expect([await profile(here.token), await profile(stays.token)]).toEqual([200, 200])
  expect((await list(here.token)).body.count).toBe(2)
  expect((await app.call('DELETE /user/sessions/:id', { params: { id }, token: here.token })).status).toBe(404)
})

test('R-27 another person’s device cannot be logged out', async () => {
  const owner = await logIn(app, await anAccount(app))
  const stranger = await logIn(app, await anAccount(app))
  const id = (await list(owner.token)).body.sessions[0]?.id ?? ''
  expect((await app.call('DELETE /user/sessions/:id', { params: { id }, token: stranger.token })).status).toBe(404)
  expect(await profile(owner.token)).toBe(200)
})

test('R-18 a session that cannot be renewed any more is not listed', async () => {
  const person = await anAccount(app)
  await logIn(app, person)
  app.clock.advance(31 * 24 * 3_600_000)
  const { token } = await logIn(app, person)
  expect((await list(token)).body.count).toBe(1)
})

test('R-18 a session that has lasted ninety days is not listed, even if it was renewed recently', async () => {
  const person = await anAccount(app)
  let { cookies } = await logIn(app, person)
  for (let count = 0; count < 3; count += 1) {
    app.clock.advance(29 * 24 * 3_600_000)
    cookies = (await app.call('POST /auth/token/refresh', { cookies })).cookies
  }
  const { token } = await logIn(app, person)
  expect((await list(token)).body.count).toBe(2)
  app.clock.advance(3 * 24 * 3_600_000)
  const later = await logIn(app, person)
  expect((await list(later.token)).body.count).toBe(2)
})

test('after this device come the others, the last used first; those of one moment keep a stable order', async () => {
  const person = await anAccount(app)
  const here = await logIn(app, person)
  app.clock.advance(60_000)
  for (let count = 0; count < 6; count += 1) await logIn(app, person)
  for (let count = 0; count < 4; count += 1) {
    app.clock.advance(60_000)
    await logIn(app, person)
  }
  const { sessions } = (await list(here.token, { limit: 11 })).body
  expect(sessions.map(({ current }) => current)).toEqual([true, ...Array(10).fill(false)])
  const newest = sessions.slice(1, 6).map(({ last_seen }) => last_seen)
  expect(new Set(newest).size).toBe(5)
  expect(newest).toEqual(newest.toSorted().reverse())
  const ids = sessions.slice(5).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
})

test('the list is paged, and costs the same with one device and with three', async () => {
  const one = await logIn(app, await anAccount(app))
  const person = await anAccount(app)
  for (let count = 0; count < 2; count += 1) await logIn(app, person)
  const { token } = await logIn(app, person)
  expect((await list(token, { limit: 2, offset: 2 })).body).toMatchObject({ count: 3, sessions: [{ current: false }] })
  expect((await list(token, { limit: 2 })).body.sessions).toHaveLength(2)
  expect((await list(token, { offset: 3 })).body).toEqual({ sessions: [], count: 3 })
  expect(await countQueries(() => list(token))).toBe(await countQueries(() => list(one.token)))
})

test.each([
  ['', 'Неизвестное устройство'],
  ['curl/8.5', 'Неизвестное устройство'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) CriOS/124.0 Mobile/15E148 Safari/604.1', 'Chrome, iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/124.0.0.0 Safari/537.36 Edg/124.0', 'Edge, Windows'],
])('«%s» is called «%s»', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
