import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Profile } from '#web/accounts/profile/queries.ts'
import { createClient } from '#web/platform/api/client.ts'
import { createRefresher } from '#web/platform/api/refresh.ts'
import { createSession } from '#web/platform/api/session.ts'
import { type StartData, StartFailed, start } from './start.ts'

const config = {
  captcha: null,
  ymid: null,
  mtid: null,
  social_goal_id: null,
  abf: { second_factor: [], password_min: 12 },
  outbox: true,
  silent: [],
  state_service: null,
}
/** Own competitions and the profile. */
const own = { competitions: { competitions: [{ code: 'own' }], count: 1 }, profile: { id: 7 }, track: null }
const answers: Record<string, () => Response> = {
  '/app/config': () => Response.json(config),
  '/auth/token/refresh': () => Response.json({ access_token: 'token', expired: '' }),
  '/user/start': () => Response.json(own),
  '/user/start?competition_code=a&track=main': () =>
    Response.json({ ...own, track: { tracks: { tracks: [{ code: 'main' }] }, stages: {}, events: {} } }),
  '/competitions': () => Response.json({ competitions: [{ code: 'public' }], count: 1 }),
}

/** Starts the portal over a scripted network and gives the order of its calls. */
async function startWith(
  replies: typeof answers,
  startData: StartData | null = null,
  path = '/',
  doorHost?: (path: string) => Profile | null,
) {
  const asked: string[] = []
  const session = createSession()
  const queryClient = new QueryClient()
  const network = (async (input: string) => {
    const called = input.replace('/api/v3', '')
    asked.push(called)
    const reply = replies[called]
    if (!reply) throw new TypeError('network')
    return reply()
  }) as typeof fetch
  const refresh = createRefresher({ fetch: network, session })
  const client = createClient({
    fetch: network,
    session,
    refresh,
    sessionLost: () => session.set(null),
    serverFailed: () => {},
  })
  const done = start({
    api: client.call,
    serve: client.serve,
    path,
    session,
    refresh,
    queryClient,
    startData,
    ...(doorHost && { doorHost }),
  }).catch((error: unknown) => error)
  return { failure: await done, asked, queryClient, session, api: client.call }
}

test('SC-13 logged in: configuration, token, then own competitions and profile', async () => {
  const { asked, queryClient, failure } = await startWith(answers)
  expect(failure).toBeUndefined()
  expect(asked).toEqual(['/app/config', '/auth/token/refresh', '/user/start'])
  expect(queryClient.getQueryData(['competitions'])).toEqual([{ code: 'own' }])
  expect(queryClient.getQueryData(['profile'])).toEqual({ id: 7 })
})

test('the stages of the track in the address come with the start, and are requested again the next time', async () => {
  const { asked, api } = await startWith(answers, null, '/a/main/stages/form')
  const tracks = () => api('GET /user/tracks', { query: { competition_code: 'a' } })
  expect(await tracks()).toEqual({ tracks: [{ code: 'main' }] })
  expect(asked).toEqual(['/app/config', '/auth/token/refresh', '/user/start?competition_code=a&track=main'])
  await expect(tracks()).rejects.toMatchObject({ code: 'OFFLINE' })
})

test('SC-13 logged out: a 403 of the refresh is tolerated and the public list follows', async () => {
  const { asked, queryClient, failure } = await startWith({
    ...answers,
    '/auth/token/refresh': () => Response.json({ code: 'refresh_refused', message: '' }, { status: 403 }),
  })
  expect(failure).toBeUndefined()
  expect(asked).toEqual(['/app/config', '/auth/token/refresh', '/competitions'])
  expect(queryClient.getQueryData(['competitions'])).toEqual([{ code: 'public' }])
})

test('SC-13 what the page already holds is not requested again', async () => {
  const { asked, queryClient } = await startWith(answers, {
    config,
    competitions: { competitions: [{ code: 'page' }] as never, count: 1 },
    may_refresh: false,
  })
  expect(asked).toEqual([])
  expect(queryClient.getQueryData(['competitions'])).toEqual([{ code: 'page' }])
})

test.each([
  '/app/config',
  '/user/start',
  '/auth/token/refresh',
])('SC-14 without an answer of %s the start fails with «Failed to initialize app»', async (path) => {
  const { [path]: _gone, ...rest } = answers
  const { failure } = await startWith(rest)
  expect(failure).toBeInstanceOf(StartFailed)
  expect((failure as Error).message).toBe('Failed to initialize app')
})

test('the door of an event opens without a network for its host on this device, and no other page does', async () => {
  const page = { config, competitions: { competitions: [{ code: 'page' }] as never, count: 1 }, may_refresh: true }
  const host = (path: string) => (path === '/desk/doors/7' ? ({ id: 9 } as Profile) : null)
  const door = await startWith({}, page, '/desk/doors/7', host)
  expect(door.failure).toBeUndefined()
  expect(door.asked).toEqual(['/auth/token/refresh'])
  expect(door.queryClient.getQueryData(['profile'])).toEqual({ id: 9 })
  expect(door.queryClient.getQueryData(['competitions'])).toEqual([{ code: 'page' }])
  // The network is back: the first call is refused and brings a token.
  expect(door.session.claims()).toBeNull()
  expect((await startWith({}, page, '/desk', host)).failure).toBeInstanceOf(StartFailed)
  // A refused refresh is not treated as a missing network.
  const ended = { ...answers, '/auth/token/refresh': () => Response.json({ code: 'x', message: '' }, { status: 403 }) }
  const out = await startWith(ended, page, '/desk/doors/7', host)
  expect(out.session.token()).toBeNull()
  expect(out.queryClient.getQueryData(['profile'])).toBeUndefined()
})
