import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Access, adminFlags, type RouteMap, route } from '#shared/platform/api/route.ts'
import { answerRefusal } from './answer-refusal.ts'
import type { Caller } from './handler.ts'
import { allows, mountRoutes } from './mount.ts'
import { compileValidator } from './validation.ts'

const someone: Caller = {
  accountId: 1,
  sessionId: 's',
  until: Number.POSITIVE_INFINITY,
  flags: {},
  mayOrganise: false,
  isMentor: false,
  isAssessor: false,
}

const shown = {
  'GET /shown': route({
    access: 'participants',
    competition: 'handler',
    summary: '',
    response: Type.Object({ name: Type.String() }),
  }),
}

function portal(caller: Caller | null, routes: RouteMap = shown, consume = async () => {}) {
  const app = Fastify()
  app.setErrorHandler(answerRefusal)
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  const row = { name: 'Анна', password_hash: 'secret', passport: '4510 123456' }
  mountRoutes(
    app,
    routes,
    Object.fromEntries(Object.keys(routes).map((key) => [key, () => row])) as never,
    {},
    {
      authenticate: async () => caller,
      checkCaptcha: async () => {},
      consume,
      viewAs: async () => null,
      whileOpen: (_accountId, run) => run(),
      actOnce: (_act, run) => run(),
      now: () => new Date(),
      done: () => {},
    },
  )
  return app
}
const ask = (caller: Caller | null) => portal(caller).inject({ url: '/shown', headers: { 'x-token': 't' } })

test('R-10 an organiser is refused without a second factor and accepted with one', async () => {
  const flags = { participants: [] }
  const refused = await ask({ ...someone, flags })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required'])
  expect((await ask({ ...someone, flags, mayOrganise: true })).statusCode).toBe(200)
  expect((await ask({ ...someone, mayOrganise: true })).json().code).toBe('no_access')
})

test('R-28 an answer contains only the fields of its contract', async () => {
  const answer = await ask({ ...someone, flags: { participants: [] }, mayOrganise: true })
  expect(answer.json()).toEqual({ name: 'Анна' })
})

test('R-25 a route without a handler stops the start', () => {
  expect(() => mountRoutes(Fastify(), shown, {} as never, {}, {} as never)).toThrow('no handler for GET /shown')
})

test('R-30 a call may only name competitions of the caller’s flag, wherever it names them', async () => {
  const named = { competition_code: Type.String() }
  const open = { access: 'faq', summary: '', response: null } as const
  const routes = {
    'GET /of/:competition': route({ ...open, competition: 'params' }),
    'GET /asked': route({ ...open, competition: 'query', query: Type.Object(named) }),
    'POST /written': route({ ...open, competition: 'body', body: Type.Object(named) }),
  }
  const call = (flags: Caller['flags'], code: string) => {
    const app = portal({ ...someone, flags, mayOrganise: true }, routes)
    const sent = [
      { url: `/of/${code}` },
      { url: `/asked?competition_code=${code}` },
      { method: 'POST' as const, url: '/written', payload: { competition_code: code } },
    ]
    return Promise.all(
      sent.map(async (each) => (await app.inject({ ...each, headers: { 'x-token': 't' } })).statusCode),
    )
  }
  expect(await call({ faq: ['mine'] }, 'mine')).toEqual([204, 204, 204])
  expect(await call({ faq: ['mine'] }, 'other')).toEqual([403, 403, 403])
  expect(await call({ faq: [] }, 'other')).toEqual([204, 204, 204])
})

test('R-30 a route whose competition cannot be found in its contract stops the start', () => {
  const access = { access: 'faq', summary: '', response: null } as const
  expect(() => portal(null, { 'GET /x': route({ ...access, competition: 'params' }) })).toThrow(
    'GET /x says that its params name the competition, but they do not',
  )
  expect(() => portal(null, { 'GET /x': route({ ...access, competition: 'query' }) })).toThrow('its query name')
})

test('each flag opens its own routes and no others', () => {
  for (const flag of adminFlags)
    for (const access of adminFlags as readonly Access[])
      expect(allows(access, { ...someone, flags: { [flag]: [] } }), `${flag} at ${access}`).toBe(flag === access)
})

test('the refusal by a limit has the time to wait for that limit, in its message too', async () => {
  const limited = {
    'GET /shown': route({
      access: 'public',
      limit: 'login',
      summary: '',
      response: Type.Object({ name: Type.String() }),
    }),
  }
  const answer = await portal(null, limited, async () => {
    throw new Refusal('too_many_requests', { retryAfter: 7200 })
  }).inject('/shown')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    ...[429, '7200'],
    { code: 'too_many_requests', message: 'Слишком много запросов. Повторите через 2 часа', retry_after: 7200 },
  ])
})
