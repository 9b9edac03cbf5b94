import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, logIn, tokenOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { ownSessions } from './own-session-data.ts'
import { countTry, unknownDevicesOf } from './password-tries.ts'
import { openSession } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(3_600_000))

const refresh = (cookie: string | undefined, headers?: Record<string, string>) =>
  app.call('POST /auth/token/refresh', { cookies: { refresh: cookie ?? '' }, headers })
const profile = async (token: string) => (await app.call('GET /user/profile', { token })).status
const day = 24 * 3_600_000

test('R-14 the refresh token is opaque, its cookie is unavailable to scripts and other sites, and only its hash is stored', async () => {
  const person = await anAccount(app)
  const answer = await app.call('POST /auth/login', {
    body: { username: person.email, password: 'Kedr-Volna-4817-Zima' },
  })
  const line = answer.headers.getSetCookie().find((each) => each.startsWith('refresh=')) ?? ''
  expect(line).toMatch(/^refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/)
  const mark = answer.headers.getSetCookie().find((each) => each.startsWith('entered=')) ?? ''
  expect(mark).toBe('entered=1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
  const rows = await app.db.selectFrom('refresh_tokens').selectAll().execute()
  const kept = rows.map((row) => row.token_hash.toString('base64url')).join()
  expect(kept).not.toContain(answer.cookies.refresh)
})

test('R-14 over https the cookie is bound to the host', async () => {
  const secure = await testApp({ env: { PUBLIC_URL: 'https://portal.example' } })
  try {
    const person = await anAccount(secure)
    const { cookies } = await logIn(secure, person)
    expect(Object.keys(cookies).sort()).toEqual(['__Host-device', '__Host-entered', '__Host-refresh'])
    const answer = await secure.call('POST /auth/token/refresh', { cookies })
    expect(answer.headers.getSetCookie()[0]).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  } finally {
    await secure.close()
  }
})

test('R-15 each refresh uses up its token; reusing it later ends the session and every access token', async () => {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  const elsewhere = await logIn(app, person)
  const b = await refresh(cookies.refresh)
  const c = await refresh(b.cookies.refresh)
  expect([b.status, c.status]).toEqual([200, 200])
  expect(new Set([cookies.refresh, b.cookies.refresh, c.cookies.refresh]).size).toBe(3)
  app.clock.advance(11_000)
  expect((await refresh(cookies.refresh)).body.code).toBe('refresh_refused')
  expect((await refresh(b.cookies.refresh)).status).toBe(403)
  expect((await refresh(c.cookies.refresh)).status).toBe(403)
  for (const dead of [token, tokenOf(b), tokenOf(c), elsewhere.token]) expect(await profile(dead)).toBe(401)
  const other = await refresh(elsewhere.cookies.refresh)
  expect(await profile(tokenOf(other))).toBe(200)
})

test('R-15 a used token is accepted for ten seconds, because two tabs may have it, and then ends the session', async () => {
  const { cookies } = await logIn(app, await anAccount(app))
  const next = await refresh(cookies.refresh)
  app.clock.advance(10_000)
  expect((await refresh(cookies.refresh)).cookies.refresh).toBe(next.cookies.refresh)
  app.clock.advance(1)
  expect((await refresh(cookies.refresh)).status).toBe(403)
  expect((await refresh(next.cookies.refresh)).status).toBe(403)
})

/** `R16_ROUNDS=200 npx vitest run server/accounts/auth/sessions` makes as many rounds as security.md requires. */
const rounds = Number(process.env.R16_ROUNDS ?? 40)

test('R-16 tabs that refresh at once all get the same new token', { timeout: 180_000 + rounds * 1000 }, async () => {
  const { cookies } = await logIn(app, await anAccount(app))
  let current = cookies.refresh
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(Array.from({ length: 2 + (round % 4) }, () => refresh(current)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const successors = new Set(answers.map((answer) => answer.cookies.refresh))
    expect(successors.size).toBe(1)
    current = [...successors][0]
    app.clock.advance(60_000)
  }
})

test('R-16 a tab that is two refreshes late gets the valid token', async () => {
  const { cookies } = await logIn(app, await anAccount(app))
  const b = await refresh(cookies.refresh)
  const c = await refresh(b.cookies.refresh)
  const late = await refresh(cookies.refresh)
  expect(late.cookies.refresh).toBe(c.cookies.refresh)
  app.clock.advance(60_000)
  expect((await refresh(late.cookies.refresh)).status).toBe(200)
})

test('R-17 R-19 logout ends refresh and access at once, keeps the device and clears what the browser stored', async () => {
  const { token, cookies } = await logIn(app, await anAccount(app))
  const answer = await app.call('POST /auth/logout', { token, cookies })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect(answer.cookies).toEqual({ refresh: '', entered: '' })
  expect(await profile(token)).toBe(401)
  expect((await refresh(cookies.refresh)).status).toBe(403)
})

test('CL-01 R-17 logout by the cookie alone ends the session, and logout without a cookie succeeds', async () => {
  const { token, cookies } = await logIn(app, await anAccount(app))
  expect((await app.call('POST /auth/logout', { cookies })).status).toBe(204)
  expect(await profile(token)).toBe(401)
  expect((await app.call('POST /auth/logout')).status).toBe(204)
})

test('R-17 logout by the token alone ends its session', async () => {
  const { token, cookies } = await logIn(app, await anAccount(app))
  expect((await app.call('POST /auth/logout', { token })).status).toBe(204)
  expect(await profile(token)).toBe(401)
  expect((await refresh(cookies.refresh)).status).toBe(403)
})

test('R-17 CL-01 revoke-sessions ends all other sessions at once; this one continues with a new token', async () => {
  const person = await anAccount(app)
  const [here, there] = [await logIn(app, person), await logIn(app, person)]
  const answer = await app.call('POST /auth/revoke-sessions', { token: here.token })
  expect(answer.status).toBe(200)
  expect(await profile(tokenOf(answer))).toBe(200)
  expect(await profile(here.token)).toBe(401)
  expect(await profile(there.token)).toBe(401)
  expect((await refresh(there.cookies.refresh)).status).toBe(403)
  expect((await refresh(here.cookies.refresh)).status).toBe(200)
})

test('R-18 a session ends after thirty idle days', async () => {
  const { cookies } = await logIn(app, await anAccount(app))
  app.clock.advance(29 * day)
  const kept = await refresh(cookies.refresh)
  expect(kept.status).toBe(200)
  app.clock.advance(30 * day)
  expect((await refresh(kept.cookies.refresh)).status).toBe(403)
})

test('R-18 a session that is used every week also ends after ninety days', async () => {
  let { cookies } = await logIn(app, await anAccount(app))
  for (let week = 1; week <= 12; week += 1) {
    app.clock.advance(7 * day)
    const answer = await refresh(cookies.refresh)
    expect(answer.status).toBe(200)
    cookies = answer.cookies
  }
  app.clock.advance(6 * day)
  expect((await refresh(cookies.refresh)).status).toBe(403)
})

test.each(['cross-site', 'same-site'])('R-49 a page of another site (%s) cannot refresh', async (from) => {
  const { cookies } = await logIn(app, await anAccount(app))
  expect((await refresh(cookies.refresh, { 'Sec-Fetch-Site': from })).status).toBe(403)
  for (const own of ['same-origin', 'none'])
    expect((await refresh(cookies.refresh, { 'Sec-Fetch-Site': own })).status).toBe(200)
})

test('CL-01 refresh without a cookie, or with a made-up one, answers 403', async () => {
  expect((await app.call('POST /auth/token/refresh')).body.code).toBe('refresh_refused')
  expect((await refresh('made-up')).status).toBe(403)
})

test('R-18 the end of a session ends its access token as well', async () => {
  let { token, cookies } = await logIn(app, await anAccount(app))
  for (const later of [29 * day, 29 * day, 29 * day, 3 * day - 60_000]) {
    app.clock.advance(later)
    const answer = await refresh(cookies.refresh)
    ;[token, cookies] = [tokenOf(answer), answer.cookies]
  }
  app.clock.advance(59_999)
  expect(await profile(token)).toBe(200)
  app.clock.advance(1)
  expect(await profile(token)).toBe(401)
})

test('a session keeps the time of its first end when it is ended again', async () => {
  const person = await anAccount(app)
  const [gone, stays] = [await logIn(app, person), await logIn(app, person)]
  const end = app.clock.now()
  await app.call('POST /auth/logout', { cookies: gone.cookies })
  app.clock.advance(60_000)
  await app.call('POST /auth/logout', { cookies: gone.cookies })
  await app.call('POST /auth/revoke-sessions', { token: stays.token })
  const ends = (await ownSessions(app.db, person.id)).map(
    ({ kept }) => (kept as { revoked_at: Date | null }).revoked_at,
  )
  expect(ends).toHaveLength(2)
  expect(ends).toEqual(expect.arrayContaining([end, null]))
})

test('R-06 a login that is too late because the sessions of its account were ended resets no counter of wrong passwords', async () => {
  const { id } = await anAccount(app)
  const subject = unknownDevicesOf(id)
  await countTry(app.db, subject, app.clock.now())
  const late = openSession(app.db, app.services, id, { ip: '', userAgent: '' }, { forget: subject, epoch: 9 })
  await expect(late).rejects.toMatchObject({ code: 'wrong_credentials' })
  const tries = app.db.selectFrom('password_tries').select('tries').where('subject', '=', subject)
  expect(await tries.execute()).toEqual([{ tries: 1 }])
})
