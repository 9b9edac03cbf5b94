import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { type Access, adminFlags, route } from '#shared/api/route.ts'
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

function portal(caller: Caller | null) {
  const app = Fastify()
  app.setErrorHandler(answerRefusal)
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  const row = { name: 'Анна', password_hash: 'secret', passport: '4510 123456' }
  mountRoutes(
    app,
    shown,
    { 'GET /shown': () => row } as never,
    {},
    {
      authenticate: async () => caller,
      checkCaptcha: async () => {},
      consume: async () => {},
      now: () => new Date(),
      done: () => {},
    },
  )
  return app
}
const ask = (caller: Caller | null) => portal(caller).inject({ url: '/shown', headers: { 'x-token': 't' } })

test('R-10 an organiser without a second factor is refused, and let in with one', async () => {
  const flags = { participants: [] }
  const refused = await ask({ ...someone, flags })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required'])
  expect((await ask({ ...someone, flags, mayOrganise: true })).statusCode).toBe(200)
  expect((await ask({ ...someone, mayOrganise: true })).json().code).toBe('no_access')
})

test('R-28 an answer carries the fields that its contract names and no other column', async () => {
  const answer = await ask({ ...someone, flags: { participants: [] }, mayOrganise: true })
  expect(answer.json()).toEqual({ name: 'Анна' })
})

test('R-25 a route without a handler stops the start', () => {
  expect(() => mountRoutes(Fastify(), shown, {} as never, {}, {} as never)).toThrow('no handler for GET /shown')
})

test('RL-02 each flag opens its own routes and no others', () => {
  for (const flag of adminFlags)
    for (const access of adminFlags as readonly Access[])
      expect(allows(access, { ...someone, flags: { [flag]: [] } }), `${flag} at ${access}`).toBe(flag === access)
})
