import { expect, test, vi } from 'vitest'
import { hideBanner, shownBanners } from '#web/platform/messages/banner.ts'
import { type ClientWorld, createClient } from './client.ts'
import { createRefresher } from './refresh.ts'
import { createSession } from './session.ts'

type Reply = () => Response | Promise<Response>
const json =
  (status: number, body: unknown = {}) =>
  () =>
    new Response(JSON.stringify(body), { status })
const token = (name: string) => json(200, { access_token: name, expired: '2026-12-01 10:00:00' })

/** A client on a scripted network: each address gives its replies in turn and repeats the last one. */
function aClient(script: Record<string, Reply[]>, startToken: string | null = 'old') {
  const sent: { key: string; headers: Headers; body: unknown }[] = []
  const seen: Record<string, unknown[]> = { lost: [], failed: [], waited: [], busy: [] }
  const session = createSession()
  session.set(startToken)
  const network = (async (input: string, init: RequestInit = {}) => {
    const key = `${init.method} ${input.replace('/api/v3', '')}`
    sent.push({ key, headers: new Headers(init.headers), body: init.body })
    const replies = script[key]
    if (!replies) throw new TypeError('network')
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    return (reply as Reply)()
  }) as typeof fetch
  const patience = {
    wait: async (ms: number) => void seen.waited?.push(ms),
    busy: (now: boolean) => seen.busy?.push(now),
  }
  const world: ClientWorld = {
    fetch: network,
    session,
    refresh: createRefresher({ fetch: network, session, ...patience }),
    captcha: async () => 'solved when asked',
    sessionLost: () => {
      session.set(null)
      seen.lost?.push(true)
    },
    serverFailed: (failure) => seen.failed?.push(failure.status),
    ...patience,
  }
  return {
    client: createClient(world),
    sent,
    session,
    lost: seen.lost ?? [],
    failed: seen.failed ?? [],
    waited: seen.waited ?? [],
    busy: seen.busy ?? [],
  }
}

test('the access token travels in X-Token and the captcha in X-Captcha-Token', async () => {
  const { client, sent } = aClient({ 'POST /auth/login': [json(200, {})] })
  await client.call('POST /auth/login', { body: { username: 'a', password: 'b' }, captcha: async () => 'solved' })
  expect(sent[0]?.headers.get('X-Token')).toBe('old')
  expect(sent[0]?.headers.get('X-Captcha-Token')).toBe('solved')
})

test('R-87 a call that is refused without a captcha is made once more with one', async () => {
  const key = 'POST /registration/main/entry_code'
  const refused = json(400, { code: 'captcha_failed' })
  const { client, sent } = aClient({ [key]: [refused, json(200, { expires_at: '' })] })
  const call = { params: { code: 'main' }, body: { entry_code: 'aaaaa-aaaaa' } }
  expect(await client.call('POST /registration/:code/entry_code', call)).toEqual({ expires_at: '' })
  expect(sent.map(({ headers }) => headers.get('X-Captcha-Token'))).toEqual([null, 'solved when asked'])

  const again = aClient({ [key]: [refused] })
  await expect(again.client.call('POST /registration/:code/entry_code', call)).rejects.toMatchObject({ status: 400 })
  expect(again.sent).toHaveLength(2)
})

test('ST-01 ER-01 a 401 refreshes once and the call is repeated with the new token', async () => {
  const { client, sent, lost } = aClient({
    'GET /user/profile': [json(401), json(200, { id: 7 })],
    'POST /auth/token/refresh': [token('new')],
  })
  expect(await client.call('GET /user/profile')).toEqual({ id: 7 })
  expect(sent.map((call) => call.key)).toEqual(['GET /user/profile', 'POST /auth/token/refresh', 'GET /user/profile'])
  expect(sent[2]?.headers.get('X-Token')).toBe('new')
  expect(lost).toEqual([])
})

test('ST-01 ER-01 a second 401 ends the session', async () => {
  const { client, session, sent, lost } = aClient({
    'GET /user/profile': [json(401)],
    'POST /auth/token/refresh': [token('new')],
  })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(3)
  expect(lost).toEqual([true])
  expect(session.token()).toBeNull()
})

test('ER-01 a refused refresh ends the session without a retry', async () => {
  const { client, sent, lost } = aClient({
    'GET /user/profile': [json(401)],
    'POST /auth/token/refresh': [json(403, { code: 'refresh_refused', message: 'Сеанс завершён' })],
  })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(2)
  expect(lost).toEqual([true])
})

test('ER-01 of two calls refused one after another the first ends the session, the late one only fails', async () => {
  const late = Promise.withResolvers<Response>()
  const { client, lost } = aClient({
    'GET /user/profile': [json(401)],
    'GET /user/tracks?competition_code=a': [() => late.promise, json(401)],
    'POST /auth/token/refresh': [json(403)],
  })
  const second = client.call('GET /user/tracks', { query: { competition_code: 'a' } })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ status: 401 })
  expect(lost).toEqual([true])
  late.resolve(json(401)())
  await expect(second).rejects.toMatchObject({ status: 401 })
  expect(lost).toEqual([true])
})

test('a lost connection during the refresh does not end the session', async () => {
  const { client, session, lost } = aClient({ 'GET /user/profile': [json(401)] })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(lost).toEqual([])
  expect(session.token()).toBe('old')
})

test('ST-01 calls that fail together share one refresh', async () => {
  const { client, sent } = aClient({
    'GET /user/profile': [json(401), json(200, {})],
    'GET /user/tracks?competition_code=a': [json(401), json(200, { tracks: [] })],
    'POST /auth/token/refresh': [token('new')],
  })
  await Promise.all([
    client.call('GET /user/profile'),
    client.call('GET /user/tracks', { query: { competition_code: 'a' } }),
  ])
  expect(sent.filter((call) => call.key.endsWith('refresh'))).toHaveLength(1)
})

test.each([
  ['POST /auth/login', { body: { username: 'a', password: 'b' } }],
  ['POST /auth/logout', {}],
  ['POST /auth/token/refresh', {}],
  ['GET /user/competitions', {}],
] as const)('ER-01 a 401 of %s is passed to the caller as it is', async (key, options) => {
  const { client, sent, lost } = aClient({ [key]: [json(401, { code: 'wrong_credentials', message: 'Нет' })] })
  await expect(client.call(key, options as never)).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(sent).toHaveLength(1)
  expect(lost).toEqual([])
})

test.each([
  500, 501, 502, 503, 599,
])('ER-02 %i is shown to the person, reported, and rejects with SERVER_UNAVAILABLE', async (status) => {
  const { client, failed } = aClient({
    'GET /user/profile': [json(status, { code: 'server_error', message: 'x', request_id: 'r1' })],
  })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE', requestId: 'r1' })
  expect(failed).toEqual([status])
})

test('ER-02 the portal shows the banner «Произошла ошибка, попробуйте позже» for 5 s, and reports it', async () => {
  for (const { id } of shownBanners()) hideBanner(id)
  const reported: Error[] = []
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  vi.stubGlobal('reportError', (fault: Error) => reported.push(fault))
  const { api } = await import('./portal-api.ts')
  await expect(api('POST /auth/logout')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE', status: 500 })
  vi.unstubAllGlobals()
  const words = { tone: 'danger', text: 'Произошла ошибка, попробуйте позже', duration: 5000 }
  const shown = shownBanners()
  for (const { id } of shown) hideBanner(id)
  expect(shown).toContainEqual(expect.objectContaining(words))
  // The first answer also repeats all queries that got no answer in other test files of this worker.
  const ofThisCall = reported.filter(({ message }) => message.startsWith('POST /auth/logout'))
  expect(ofThisCall).toEqual([expect.objectContaining({ message: 'POST /auth/logout: 500' })])
})

test.each([
  [404, 'not_found'],
  [503, 'SERVER_UNAVAILABLE'],
])('ER-05 a dictionary that fails with %i rejects with that status and the body that came', async (status, code) => {
  const body = { code: 'not_found', message: 'Страница не найдена', request_id: 'r2' }
  const { client } = aClient({ 'GET /dictionaries/cities?query=tula': [json(status, body)] })
  await expect(
    client.call('GET /dictionaries/:dict', { params: { dict: 'cities' }, query: { query: 'tula' } }),
  ).rejects.toMatchObject({ status, code, body })
})

test('other refusals reach the caller with their code, fields and seconds to wait', async () => {
  const { client, failed } = aClient({
    'POST /auth/login': [json(429, { code: 'limit_reached', message: 'Позже', retry_after: 3600 })],
  })
  await expect(client.call('POST /auth/login', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'limit_reached',
    retryAfter: 3600,
    message: 'Позже',
  })
  expect(failed).toEqual([])
})

test('no answer at all is OFFLINE, not a fault of the server', async () => {
  const { client, failed } = aClient({})
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ code: 'OFFLINE', status: 0 })
  expect(failed).toEqual([])
})

test('a download is a blob with status 200 and is called export.doc unless the server names it', async () => {
  const key = 'GET /user/stages/:stage_id/receipt'
  const plain = aClient({ 'GET /user/stages/3/receipt': [() => new Response('x')] })
  expect((await plain.client.file(key, { params: { stage_id: 3 } })).name).toBe('export.doc')
  const named = aClient({
    'GET /user/stages/3/receipt': [
      () => new Response('x', { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''a%20b.doc" } }),
    ],
  })
  expect((await named.client.file(key, { params: { stage_id: 3 } })).name).toBe('a b.doc')
  const empty = aClient({ 'GET /user/stages/3/receipt': [() => new Response(null, { status: 204 })] })
  await expect(empty.client.file(key, { params: { stage_id: 3 } })).rejects.toMatchObject({ code: 'NOT_A_FILE' })
})

const between = (least: number, most: number) => expect.toSatisfy((ms: number) => ms >= least && ms <= most)
const overloaded = (retryAfter: string) => () =>
  new Response('{"code":"overloaded"}', { status: 503, headers: { 'Retry-After': retryAfter } })

const login = { body: { username: 'a', password: 'b' } }

test('a call refused by an overloaded server is repeated after the named time, and the page says so', async () => {
  const { client, sent, waited, busy, failed } = aClient({
    'GET /user/profile': [overloaded('3'), overloaded('1'), json(200, { id: 7 })],
  })
  expect(await client.call('GET /user/profile')).toEqual({ id: 7 })
  expect(sent).toHaveLength(3)
  expect(waited).toEqual([between(2250, 3750), between(750, 1250)])
  expect(busy).toEqual([true, false])
  expect(failed).toEqual([])
})

test('SZ-09 figures that are still being counted are asked for again, for longer, and nobody is told of a busy server', async () => {
  const counted = () => new Response('{"code":"being_counted"}', { status: 425, headers: { 'Retry-After': '2' } })
  const { client, sent, busy } = aClient({
    'GET /user/profile': [...Array.from({ length: 9 }, () => counted), json(200, { id: 7 })],
  })
  expect(await client.call('GET /user/profile')).toEqual({ id: 7 })
  expect(sent).toHaveLength(10)
  expect(busy).not.toContain(true)
})

test('a login is repeated too, each time with a captcha of its own, and after four refusals it fails', async () => {
  const { client, sent, busy } = aClient({ 'POST /auth/login': [overloaded('3')] })
  let solved = 0
  await expect(
    client.call('POST /auth/login', { ...login, captcha: async () => `token ${++solved}` }),
  ).rejects.toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(sent.map(({ headers }) => headers.get('X-Captcha-Token'))).toEqual([1, 2, 3, 4].map((n) => `token ${n}`))
  expect(busy).toEqual([true, false])
})

test('a login that reaches no server is repeated, also when a proxy without a server refuses it', async () => {
  const nobody = () => Promise.reject(new TypeError('connection refused'))
  const { client, waited } = aClient({ 'POST /auth/login': [nobody, json(502), json(200, { access_token: 'new' })] })
  expect(await client.call('POST /auth/login', login)).toEqual({ access_token: 'new' })
  expect(waited).toEqual([between(1500, 2500), between(1500, 2500)])
})

test('a write without a key, and a long closure, fail at once', async () => {
  const body = { status: 'done' as const, version: 1 }
  const params = { id: 1 }
  const { client, sent, waited, busy } = aClient({
    'POST /user/rules/1': [overloaded('3')],
    'GET /user/profile': [overloaded('60')],
  })
  await expect(client.call('POST /user/rules/:id', { params, body })).rejects.toMatchObject({ status: 503 })
  await expect(client.call('GET /user/profile')).rejects.toMatchObject({ status: 503 })
  expect(sent).toHaveLength(2)
  expect([...waited, ...busy]).toEqual([])
})

test('a server too busy to refresh the token does not end the session', async () => {
  const { client, session, lost } = aClient({
    'GET /user/profile': [json(401), json(200, { id: 7 })],
    'POST /auth/token/refresh': [overloaded('1'), token('new')],
  })
  expect(await client.call('GET /user/profile')).toEqual({ id: 7 })
  const shut = aClient({ 'GET /user/profile': [json(401)], 'POST /auth/token/refresh': [overloaded('60')] })
  await expect(shut.client.call('GET /user/profile')).rejects.toMatchObject({ code: 'OFFLINE' })
  expect([session.token(), shut.session.token(), ...lost, ...shut.lost]).toEqual(['new', 'old'])
})

test('ER-01 calls that are refused late, in the last session or in none, do not end the new one', async () => {
  const [again, refresh] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const { client, session, sent, lost } = aClient({
    'GET /user/profile': [json(401), () => again.promise],
    'GET /user/tracks?competition_code=a': [json(401)],
    'POST /auth/token/refresh': [() => refresh.promise],
  })
  const calls = [client.call('GET /user/profile')]
  session.set(null)
  calls.push(client.call('GET /user/tracks', { query: { competition_code: 'a' } }) as Promise<never>)
  const refused = calls.map((call) => expect(call).rejects.toMatchObject({ status: 401 }))
  await expect.poll(() => sent).toHaveLength(4)
  session.set('of the login')
  for (const answer of [again, refresh]) answer.resolve(json(401)())
  await Promise.all(refused)
  expect([session.token(), ...lost]).toEqual(['of the login'])
})

test('a streamed answer passes on each event, with a new token when the old one has expired', async () => {
  const address = '/admin/competitions/season/report/live'
  const events = () => new Response('data: {"people":1}\n\n:\n\ndata: {"people":2}\n\n', { status: 200 })
  const { client, sent, failed } = aClient({
    [`GET ${address}`]: [json(401), events, json(503, { code: 'overloaded', retry_after: 60 })],
    'POST /auth/token/refresh': [token('new')],
  })
  const heard: unknown[] = []
  const follow = () =>
    client.follow('GET /admin/competitions/:competition/report/live', { params: { competition: 'season' } }, (event) =>
      heard.push(event),
    )
  await follow()
  expect(heard).toEqual([{ people: 1 }, { people: 2 }])
  expect(sent.at(-1)?.headers.get('X-Token')).toBe('new')
  // The page works without it: no banner.
  await expect(follow()).rejects.toMatchObject({ status: 503 })
  expect(failed).toEqual([])
})

test('TW-08 an act of staff has a key, which stays while nobody knows whether it is done, and is new for the next act', async () => {
  const act = 'POST /admin/competitions/:competition/broadcasts/:broadcast_id/cancellation'
  const path = 'POST /admin/competitions/liga/broadcasts/7/cancellation'
  const lost = () => Promise.reject(new TypeError('network'))
  const { client, sent } = aClient({
    [path]: [lost, json(200), json(200), json(200)],
    'POST /auth/revoke-sessions': [json(200)],
  })
  const cancel = () => client.call(act, { params: { competition: 'liga', broadcast_id: 7 } })
  await expect(cancel()).rejects.toThrow()
  await cancel()
  await Promise.all([cancel(), cancel()])
  await client.call('POST /auth/revoke-sessions').catch(() => {})
  const [first, repeat, next, atOnce, ownAct] = sent.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(repeat).toBe(first)
  expect(next).not.toBe(first)
  expect(atOnce).toBe(next)
  expect(ownAct).toBeNull()
})
