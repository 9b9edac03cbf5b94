import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, loggedIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type LimitName, limits } from '#shared/api/limits.ts'
import { adminFlags, type RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'
import { plainBody } from './plain-call.ts'

type Key = keyof typeof routes
const all = Object.entries(routes) as [Key, RouteSpec][]

/** Every route that asks for a captcha, written out independently of the contract. */
const withCaptcha: Key[] = [
  'POST /auth/login',
  'POST /auth/login/restore',
  'POST /auth/register/prepare',
  'POST /auth/register/phone_confirm',
  'POST /auth/register/email_change',
  'POST /auth/register/sms_repeat',
  'POST /auth/register/email_code_request',
  'POST /feedback_form',
]

/** Every limit with the routes whose calls it counts, written out independently of the contract. */
const counts: Record<LimitName, Key[]> = {
  login: ['POST /auth/login'],
  restore: ['POST /auth/login/restore'],
  registration: [
    'POST /auth/register/prepare',
    'POST /auth/register/email_change',
    'POST /auth/register/sms_repeat',
    'POST /auth/register/email_code_request',
  ],
  code_entry: [
    'POST /auth/password/create',
    'POST /auth/not-me',
    'POST /auth/first-administrator',
    'POST /user/phone/confirm',
    'POST /user/email-verify',
    'POST /auth/register/phone_confirm',
    'POST /auth/register/email_confirm',
    'POST /auth/register/progress',
  ],
  password_change: ['POST /auth/password/change'],
  phone_change: ['POST /user/phone'],
  email_change: ['POST /auth/user/email', 'POST /user/send-email-verify'],
  export: ['POST /user/export'],
  upload: ['POST /user/files', 'POST /admin/faq-images', 'POST /user/profile/avatar'],
  feedback: ['POST /feedback_form'],
  feedback_client: ['POST /feedback_form'],
  invite: ['POST /user/invite'],
  invite_client: ['POST /user/invite'],
  team_change: [
    'POST /user/teams_formation/:stage_id/teams',
    'PUT /user/teams_formation/teams/:team_id',
    'POST /user/teams_formation/teams/:team_id/members',
    'PUT /user/teams_formation/teams/:team_id/members/:user_id',
    'DELETE /user/teams_formation/teams/:team_id/members/:user_id',
    'POST /user/teams_formation/teams/:team_id/invite_code',
    'DELETE /user/teams_formation/teams/:team_id/invite_code',
    'PUT /user/teams_formation/:stage_id/looking',
  ],
  team_invite: ['POST /user/teams_formation/teams/:team_id/members/:user_id/invitation'],
  team_code: ['POST /user/teams_formation/:stage_id/invited_team'],
  booking: ['POST /offline_event_slot/:id', 'DELETE /offline_event_slot/:id'],
  client_errors: ['POST /client-errors'],
}

const ip = '203.0.113.77'
let app: TestApp
let person: { id: number; token: string }

beforeAll(async () => {
  app = await testApp({ env: { SMARTCAPTCHA_SITE_KEY: 'site-key', SMARTCAPTCHA_SERVER_KEY: 'server-key' } })
  const account = await anAccount(app, { isDemo: true, flags: adminFlags, roles: ['mentor', 'assessor'] })
  // The login asks for a captcha too, so it is made before there is one.
  const { captcha } = app.config
  app.config.captcha = null
  person = { id: account.id, ...(await loggedIn(app, account)) }
  app.config.captcha = captcha
})
afterAll(() => app.close())

/** Leaves the person, and the address of the calls, no further call of these limits. */
async function exhaust(names: LimitName[]) {
  await sql`delete from throttles`.execute(app.db)
  const keys = names.map((name) => `${name}:${limits[name].by === 'account' ? `a${person.id}` : ip}`)
  const points = names.map((name) => limits[name].points)
  await sql`insert into throttles (key, points, expire)
    select key, points, ${String(Date.now() + 3_600_000)}::bigint
    from unnest(${keys}::text[], ${points}::int[]) as used (key, points)`.execute(app.db)
}

/** A call that is admitted and then goes no further, because its body cannot be read. */
async function admitted(key: Key) {
  const [method = '', path = ''] = key.split(' ')
  const { upload } = routes[key] as RouteSpec
  const answer = await app.fetch(`/api/v3${path.replace(/:\w+/g, '999999')}`, {
    method,
    headers: {
      'X-Token': person.token,
      'X-Forwarded-For': ip,
      ...(method === 'GET'
        ? {}
        : { 'Content-Type': upload ? 'multipart/form-data; boundary=none' : 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{' }),
  })
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  return { status: answer.status, code, retryAfter: Number(answer.headers.get('retry-after')) }
}

const refused = { status: 429, code: 'too_many_requests', retryAfter: expect.toSatisfy((after: number) => after > 0) }

test('R-24 when every limit is used up, the calls of exactly the counted routes are refused', async () => {
  await exhaust(Object.keys(limits) as LimitName[])
  const stopped: Key[] = []
  for (const [key] of all) {
    const { code } = await admitted(key)
    expect(['no_access', 'unauthorized', 'second_factor_required'], key).not.toContain(code)
    if (code === 'too_many_requests') stopped.push(key)
  }
  expect(stopped.sort()).toEqual([...new Set(Object.values(counts).flat())].sort())
})

test.each(
  Object.entries(counts) as [LimitName, Key[]][],
)('R-24 the limit «%s» alone refuses each of its routes with the time to wait, and no other limit refuses them', async (name, keys) => {
  await exhaust([name])
  for (const key of keys) expect(await admitted(key), key).toEqual(refused)
  for (const key of keys) {
    const own = (Object.keys(counts) as LimitName[]).filter((each) => counts[each].includes(key))
    await exhaust((Object.keys(limits) as LimitName[]).filter((each) => !own.includes(each)))
    expect((await admitted(key)).code, key).not.toBe('too_many_requests')
  }
})

test('R-22 no other routes than these ask for a captcha', () => {
  expect(all.flatMap(([key, { captcha }]) => (captcha ? [key] : [])).sort()).toEqual(withCaptcha.toSorted())
})

test.each(withCaptcha)('R-22 %s is refused without a captcha', async (key) => {
  await exhaust([])
  const spec = routes[key] as RouteSpec
  const named = { registration_id: '00000000-0000-4000-8000-000000000000', phone: '+79160000000' }
  const answer = await app.call(key, { token: person.token, body: plainBody(spec, named) as never })
  expect([answer.status, answer.body.code]).toEqual([400, 'captcha_failed'])
})
