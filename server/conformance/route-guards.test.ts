import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { aCaptchaService, captchaKey } from '#server/testing/captcha-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type LimitName, limits } from '#shared/platform/api/limits.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { plainBody } from './plain-call.ts'

type Key = keyof typeof routes
const all = Object.entries(routes) as [Key, RouteSpec][]

/** Every route with a captcha, written out independently of the contract. */
const withCaptcha: Key[] = [
  'POST /auth/login',
  'POST /auth/login/restore',
  'POST /auth/state-service/link',
  'POST /auth/register/prepare',
  'POST /auth/register/phone_confirm',
  'POST /auth/register/email_change',
  'POST /auth/register/sms_repeat',
  'POST /auth/register/email_code_request',
  'POST /feedback_form',
]

/** Limits that handlers count themselves: only wrong codes count, and only another address of an assistant. */
const ofHandlers = [
  ...(['team_code', 'team_code_client', 'team_code_all'] as const),
  ...(['guess_client', 'guess_all', 'assistant_change'] as const),
] as const
type CountedLimit = Exclude<LimitName, (typeof ofHandlers)[number]>

/** Every limit with the routes whose calls it counts, written out independently of the contract. */
const counts: Record<CountedLimit, Key[]> = {
  login: ['POST /auth/login', 'POST /auth/state-service/begin', 'POST /auth/state-service/link'],
  restore: ['POST /auth/login/restore'],
  registration: [
    'POST /auth/register/prepare',
    'POST /auth/register/email_change',
    'POST /auth/register/sms_repeat',
    'POST /auth/register/email_code_request',
  ],
  code_entry: [
    'POST /auth/state-service/finish',
    'POST /auth/state-service/code',
    'POST /auth/password/create',
    'POST /auth/not-me',
    'POST /auth/identity-act/read',
    'POST /auth/identity-act/stop',
    'POST /auth/first-administrator',
    'POST /auth/staff-invitation/read',
    'POST /auth/staff-invitation',
    'POST /mentors/answer/read',
    'POST /mentors/answer',
    'POST /mentors/answer/capacity',
    'POST /mentors/answer/file',
    'POST /registration/:code/entry_code',
    'POST /user/registration/:stage_id/entry_code',
    'POST /user/phone/confirm',
    'POST /user/email-verify',
    'POST /auth/register/phone_confirm',
    'POST /auth/register/email_confirm',
    'POST /auth/register/progress',
    'POST /user/assessments/:id/code',
  ],
  password_change: [
    'POST /auth/password/change',
    'POST /auth/second-factor/codes',
    'POST /user/state-service',
    'POST /user/state-service/unlink',
  ],
  phone_change: ['POST /user/phone'],
  email_change: ['POST /auth/user/email', 'POST /user/send-email-verify', 'POST /admin/test-letter'],
  export: ['POST /user/export'],
  upload: [
    'POST /user/files',
    'POST /admin/faq-images',
    'POST /user/profile/avatar',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/items',
    'POST /admin/competitions/:competition/questions/import',
    'POST /admin/competitions/:competition/dictionaries/:dict/import',
    'POST /user/video',
    'POST /user/uploads',
  ],
  upload_piece: ['PATCH /user/uploads/:upload_id'],
  video_part: ['PUT /user/video/:take_id/parts'],
  feedback: ['POST /feedback_form'],
  feedback_client: ['POST /feedback_form'],
  opinion: ['PUT /user/stages/:stage_id/feedback'],
  invite: ['POST /user/invite'],
  invite_client: ['POST /user/invite'],
  team_change: [
    'POST /user/teams_formation/:stage_id/teams',
    'PUT /user/teams_formation/teams/:team_id',
    'POST /user/teams_formation/teams/:team_id/check',
    'POST /user/teams_formation/teams/:team_id/members',
    'POST /user/teams_formation/stages/:stage_id/invited_team',
    'PUT /user/teams_formation/teams/:team_id/members/:user_id',
    'DELETE /user/teams_formation/teams/:team_id/members/:user_id',
    'POST /user/teams_formation/teams/:team_id/invite_code',
    'DELETE /user/teams_formation/teams/:team_id/invite_code',
    'PUT /user/teams_formation/stages/:stage_id/looking',
    'POST /user/teams_formation/teams/:team_id/members/:user_id/reminder',
    'DELETE /user/teams_formation/teams/:team_id/letters/:letter_id',
    'PUT /user/teams_formation/teams/:team_id/members/:user_id/duty',
    'PUT /user/teams_formation/teams/:team_id/letter',
    'POST /user/teams_formation/teams/:team_id/replacements',
    'DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id',
  ],
  team_invite: [
    'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation',
    'POST /user/teams_formation/teams/:team_id/letters',
  ],
  team_comment: ['POST /user/stages/:stage_id/solution/comments'],
  booking: [
    'POST /offline_event_slot/:id',
    'POST /offline_event_slot/:id/hold',
    'POST /offline_event_slot/:id/wait',
    'DELETE /offline_event_slot/:id',
  ],
  meeting: [
    'POST /mentors/meetings',
    'PUT /mentors/meetings/:id',
    'POST /mentors/meetings/:id/cancel',
    'POST /mentors/meetings/:id/:user_id/report',
  ],
  meeting_answer: ['POST /user/meeting-invitations/:id'],
  client_errors: ['POST /client-errors'],
}

/** Every row of the table: calls, seconds, and who is counted, written out independently of it. */
const rows: Record<LimitName, [points: number, seconds: number, by: 'client' | 'account' | 'portal']> = {
  login: [30, 60, 'client'],
  registration: [20, 60, 'client'],
  code_entry: [30, 60, 'client'],
  restore: [10, 60, 'client'],
  email_change: [10, 3600, 'account'],
  phone_change: [10, 3600, 'account'],
  password_change: [20, 3600, 'account'],
  export: [5, 3600, 'account'],
  upload: [60, 3600, 'account'],
  upload_piece: [300, 60, 'account'],
  video_part: [120, 60, 'account'],
  feedback: [10, 86_400, 'account'],
  feedback_client: [40, 86_400, 'client'],
  opinion: [30, 86_400, 'account'],
  invite: [20, 86_400, 'account'],
  invite_client: [60, 86_400, 'client'],
  team_code: [30, 3600, 'account'],
  team_code_client: [3000, 3600, 'client'],
  team_code_all: [500, 300, 'portal'],
  guess_client: [60, 3600, 'client'],
  guess_all: [100, 300, 'portal'],
  team_invite: [30, 86_400, 'account'],
  team_change: [120, 3600, 'account'],
  team_comment: [120, 3600, 'account'],
  meeting: [120, 3600, 'account'],
  meeting_answer: [30, 3600, 'account'],
  assistant_change: [10, 86_400, 'account'],
  booking: [60, 3600, 'account'],
  client_errors: [20, 60, 'client'],
}

const ip = '203.0.113.77'
let app: TestApp
let person: { id: number; token: string }
let other: { id: number; token: string }
let captcha: Awaited<ReturnType<typeof aCaptchaService>>

beforeAll(async () => {
  captcha = await aCaptchaService()
  // Only the address of the service is replaced; requests and answers are not changed.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (to: string, init: RequestInit) =>
    fetch(to === 'https://smartcaptcha.yandexcloud.net/validate' ? captcha.address : to, init),
  )
  app = await testApp({
    env: { SMARTCAPTCHA_SITE_KEY: 'site-key', SMARTCAPTCHA_SERVER_KEY: captchaKey, ...silentStateService },
  })
  const somebody = async () => {
    const account = await anAccount(app, { isDemo: true, flags: adminFlags, roles: ['mentor', 'assessor'] })
    return { id: account.id, ...(await sessionOf(app, account)) }
  }
  person = await somebody()
  other = await somebody()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  captcha.close()
  await app.close()
})

/** Uses up these limits for the person and for the address of the calls. */
async function exhaust(names: LimitName[]) {
  await sql`delete from throttles`.execute(app.db)
  const keys = names.map((name) => `${name}:${limits[name].by === 'account' ? `a${person.id}` : ip}`)
  const points = names.map((name) => limits[name].points)
  await sql`insert into throttles (key, points, expire)
    select key, points, ${String(app.clock.now().getTime() + 3_600_000)}::bigint
    from unnest(${keys}::text[], ${points}::int[]) as used (key, points)`.execute(app.db)
}

const typeOf = (upload: RouteSpec['upload']) =>
  upload === 'pieces'
    ? 'application/offset+octet-stream'
    : upload
      ? 'multipart/form-data; boundary=none'
      : 'application/json'

/** A call that is admitted but then fails, because its body cannot be read. */
async function admitted(key: Key, { token }: { token: string } = person, from = ip) {
  const [method = '', path = ''] = key.split(' ')
  const { upload } = routes[key] as RouteSpec
  const answer = await app.fetch(`/api/v3${path.replace(/:\w+/g, '999999')}`, {
    method,
    headers: {
      'X-Token': token,
      'X-Forwarded-For': from,
      ...(method === 'GET' ? {} : { 'Content-Type': typeOf(upload) }),
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
  Object.entries(counts) as [CountedLimit, Key[]][],
)('R-24 the limit «%s» alone refuses each of its routes with the time to wait, and no other limit refuses them', async (name, keys) => {
  await exhaust([name])
  for (const key of keys) expect(await admitted(key), key).toEqual(refused)
  for (const key of keys) {
    const own: LimitName[] = (Object.keys(counts) as CountedLimit[]).filter((each) => counts[each].includes(key))
    await exhaust((Object.keys(limits) as LimitName[]).filter((each) => !own.includes(each)))
    expect((await admitted(key)).code, key).not.toBe('too_many_requests')
  }
})

test('R-24 limits that handlers count are in the table with these values', () => {
  for (const name of ofHandlers) expect(Object.values(limits[name])).toEqual(rows[name])
})

test.each(
  (Object.keys(counts) as CountedLimit[]).map((name) => [name, rows[name]] as const),
)('R-24 «%s» admits as many real calls as its row in the table allows, then none for the time given there', async (name, [
  points,
  seconds,
  by,
]) => {
  const key = counts[name][0] as Key
  const together = Object.keys(counts).filter((each) => each !== name && counts[each as CountedLimit].includes(key))
  const call = async (...who: [{ token: string }?, string?]) => {
    for (const each of together) await sql`delete from throttles where key like ${`${each}:%`}`.execute(app.db)
    return admitted(key, ...who)
  }
  await exhaust([])
  expect((await call()).code).not.toBe('too_many_requests')
  const { rows: counted } = await sql<{ expire: string }>`
    select expire from throttles where key like ${`${name}:%`}`.execute(app.db)
  expect(counted).toHaveLength(1)
  expect(Number(counted[0]?.expire)).toBe(app.clock.now().getTime() + seconds * 1000)
  await sql`update throttles set expire = expire + 3600000`.execute(app.db)
  for (let made = 1; made < points; made += 1) expect((await call()).code, `call ${made + 1}`).not.toBe(refused.code)
  expect(await call()).toEqual(refused)
  expect((await call(other)).code === refused.code).toBe(by === 'client')
  expect((await call(person, '203.0.113.78')).code === refused.code).toBe(by === 'account')
})

test('R-22 only these routes need a captcha', () => {
  expect(all.flatMap(([key, { captcha }]) => (captcha ? [key] : [])).sort()).toEqual(withCaptcha.toSorted())
})

/** A call that fits its contract, with this captcha token. */
async function withToken(key: Key, token?: string) {
  const named = { registration_id: '00000000-0000-4000-8000-000000000000', phone: '+79160000000' }
  const answer = await app.call(key, {
    ...{ ip, token: person.token, body: plainBody(routes[key], named) as never },
    ...(token === undefined ? {} : { headers: { 'X-Captcha-Token': token } }),
  })
  return [answer.status, answer.body?.code, answer.headers.get('retry-after')]
}
const failed = [400, 'captcha_failed', null]
const unavailable = [503, 'captcha_unavailable', '60']

test.each(
  withCaptcha,
)('R-22 %s needs a token that the captcha service accepts, accepts it once, and is refused while the service is down', async (key) => {
  await exhaust([])
  captcha.mode = 'up'
  captcha.asked.length = 0
  const token = `person for ${key}`
  expect(await withToken(key)).toEqual(failed)
  expect(captcha.asked).toEqual([])
  expect(await withToken(key, 'a robot')).toEqual(failed)
  expect(String((await withToken(key, token))[1])).not.toMatch(/^captcha_/)
  expect(captcha.asked.at(-1)).toEqual({ token, ip })
  expect(await withToken(key, token)).toEqual(failed)
  for (const mode of ['broken', 'garbled', 'silent'] as const) {
    captcha.mode = mode
    expect(await withToken(key, `${token}, ${mode}`), mode).toEqual(unavailable)
  }
  // An outage of the captcha does not bypass the limits.
  await exhaust(Object.keys(limits) as LimitName[])
  expect((await withToken(key, 'person'))[1]).toBe('too_many_requests')
})

test('CL-12 every call that needs a person reads the token from X-Token, and from nowhere else', async () => {
  for (const [key, { access }] of all) {
    if (access === 'public') continue
    const [method = '', path = ''] = key.split(' ')
    const { token } = other
    const status = async (headers: Record<string, string>, query = '') =>
      (await app.fetch(`/api/v3${path.replace(/:\w+/g, '999999')}${query}`, { method, headers })).status
    const elsewhere = { Authorization: `Bearer ${token}`, Cookie: `token=${token}; X-Token=${token}; access=${token}` }
    expect(await status(elsewhere, `?token=${token}&x-token=${token}`), key).toBe(401)
    if (!/logout|revoke-sessions/.test(key)) expect(await status({ 'X-Token': token }), key).not.toBe(401)
  }
})
