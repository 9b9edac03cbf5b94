import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduleForgetting } from '#server/accounts/registration/jobs.ts'
import { aStateService, silentStateService } from '#server/testing/a-state-service.ts'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type Answer, type TestApp, testApp } from '#server/testing/test-app.ts'

const PUBLIC_URL = 'http://localhost:3000'
let service: Awaited<ReturnType<typeof aStateService>>
let app: TestApp
beforeAll(async () => {
  service = await aStateService(`${PUBLIC_URL}/state-service`)
  app = await testApp({ env: { PUBLIC_URL, ...service.env } })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(() => app.clock.advance(25 * 3_600_000))

type Cookies = Record<string, string>
let people = 0
/** A person of the service without a linked account. */
const somebody = () => {
  people += 1
  return `ivan-${people}`
}

/** A visit from the button to the service and back, without the last call. */
async function visit(who: string, { refuses = false, cookies = {} as Cookies, portal = app } = {}) {
  const begun = await portal.call('POST /auth/state-service/begin', { cookies })
  expect(begun.status).toBe(200)
  const answer = await service.visit(begun.body.url, who, { refuses })
  return { url: new URL(begun.body.url), answer, cookies: { ...cookies, ...begun.cookies } }
}

const finish = ({ answer: body, cookies }: { answer: Record<string, string>; cookies: Cookies }, portal = app) =>
  portal.call('POST /auth/state-service/finish', { body, cookies })

const enter = async (who: string, cookies: Cookies = {}) => finish(await visit(who, { cookies }))

const codeOf = ({ status, body }: Answer<unknown>) => [status, body?.code]
const outcomeOf = ({ body }: Answer<object>) => (body as { outcome?: string }).outcome
const failed = [422, 'state_service_failed']
const expired = [422, 'state_service_expired']

/** A person whose account was linked at a first login. */
async function linkedPerson(given: Parameters<typeof anAccount>[1] = {}) {
  const [person, who] = [await anAccount(app, given), somebody()]
  const way = await visit(who)
  expect((await finish(way)).body).toEqual({ outcome: 'unknown', token: null })
  const body = { username: person.email, password: rightPassword }
  const linked = await app.call('POST /auth/state-service/link', { body, cookies: way.cookies })
  expect(linked.status).toBe(200)
  return { ...person, who, cookies: linked.cookies }
}

const tokenOf = (answer: Answer<{ token?: { access_token: string } | null } | object>) =>
  (answer.body as { token?: { access_token: string } | null }).token?.access_token ?? ''
const profileOf = (token: string) => app.call('GET /user/profile', { token })
const lettersTo = async (email: string) =>
  (await app.db.selectFrom('outbox').select('subject').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )
const isLinked = async (accountId: number) =>
  (await app.db.selectFrom('state_service_links').select('account_id').where('account_id', '=', accountId).execute())
    .length === 1

describe('the way to the service', () => {
  test('is a code with PKCE, state and nonce, and leads back to the public address only', async () => {
    const { body, cookies } = await app.call('POST /auth/state-service/begin', {
      headers: { 'X-Forwarded-Host': 'evil.example', Referer: 'https://evil.example/' },
    })
    const asked = Object.fromEntries(new URL(body.url).searchParams)
    const random = expect.stringMatching(/^[\w-]{43}$/)
    expect(body.url.startsWith(`${service.env.OIDC_ISSUER}/auth?`)).toBe(true)
    expect(asked).toEqual({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/state-service`,
      scope: 'openid',
      state: random,
      nonce: random,
      code_challenge: random,
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    expect(new Set([asked.state, asked.nonce, asked.code_challenge, cookies.state_service]).size).toBe(4)
  })

  test('has no address to go to afterwards: no call accepts one', async () => {
    const way = await visit(somebody())
    for (const extra of ['return_to', 'redirect_uri', 'next']) {
      const answer = await app.call('POST /auth/state-service/finish', {
        body: { ...way.answer, [extra]: 'https://evil.example/' },
        cookies: way.cookies,
      })
      expect(codeOf(answer)).toEqual([400, 'invalid_request'])
    }
  })

  test('has a cookie for this browser and ten minutes, whose value is not in the database', async () => {
    const answer = await app.fetch('/api/v3/auth/state-service/begin', { method: 'POST' })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('state_service=')) ?? ''
    expect(cookie).toMatch(/^state_service=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
    const [, token = ''] = /=([\w-]+)/.exec(cookie) ?? []
    const { url } = (await answer.json()) as { url: string }
    const rows = JSON.stringify(await app.db.selectFrom('state_service_visits').selectAll().execute())
    for (const secret of [token, new URL(url).searchParams.get('state') ?? '']) expect(rows).not.toContain(secret)
  })
})

describe('a login', () => {
  test('opens the same session as a password does', async () => {
    const person = await linkedPerson()
    const answer = await enter(person.who, { device: person.cookies.device ?? '' })
    expect([answer.status, answer.body]).toEqual([
      200,
      { outcome: 'entered', token: { access_token: expect.any(String), expired: expect.any(String) } },
    ])
    expect(answer.cookies).toMatchObject({ refresh: expect.stringMatching(/./), device: person.cookies.device })
    expect(answer.cookies.state_service).toBe('')
    expect((await profileOf(tokenOf(answer))).body).toMatchObject({ email: person.email })
    const renewed = await app.call('POST /auth/token/refresh', { cookies: answer.cookies })
    expect(renewed.status).toBe(200)
    expect((await app.call('POST /auth/logout', { cookies: renewed.cookies })).status).toBe(204)
    expect((await app.call('POST /auth/token/refresh', { cookies: renewed.cookies })).status).toBe(403)
  })

  test('on a new device tells the owner, on a known one it does not', async () => {
    const person = await linkedPerson()
    const before = await lettersTo(person.email)
    await enter(person.who, { device: person.cookies.device ?? '' })
    expect(await lettersTo(person.email)).toEqual(before)
    await enter(person.who)
    expect((await lettersTo(person.email)).slice(before.length)).toEqual(['Вход с нового устройства'])
  })

  test('does not count as a confirmation of the password', async () => {
    const person = await linkedPerson()
    const token = tokenOf(await enter(person.who))
    const change = await app.call('POST /auth/user/email', { token, body: { email: 'other@example.test' } })
    expect(codeOf(change)).toEqual([403, 'fresh_login_required'])
  })

  test('asks for the code of an SMS, can send a new one, and accepts a code only once', async () => {
    const person = await linkedPerson()
    await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
    const way = await visit(person.who)
    const asked = await finish(way)
    expect([asked.status, asked.body]).toMatchObject([202, { method: 'sms', login_marker: expect.any(String) }])
    expect(asked.cookies.refresh).toBeUndefined()
    app.clock.advance(121_000)
    const again = await app.call('POST /auth/state-service/code', { body: {}, cookies: way.cookies })
    expect(again.status).toBe(202)
    const { login_marker } = again.body as { login_marker: string }
    const send = (sms_code: string, cookies = way.cookies) =>
      app.call('POST /auth/state-service/code', { body: { login_marker, sms_code }, cookies })
    const code = await lastCode(app, person.phone ?? '')
    expect(codeOf(await send(code === '000000' ? '111111' : '000000'))).toEqual([422, 'invalid_code'])
    expect(codeOf(await send(code, {}))).toEqual(expired)
    const entered = await send(code)
    expect([entered.status, entered.cookies.refresh]).toEqual([200, expect.stringMatching(/./)])
    expect(codeOf(await send(code))).toEqual(expired)
  })

  test('is blocked for an hour after wrong codes of an application, also with new challenges in between; a password login is not', async () => {
    const person = await linkedPerson()
    await withApplication(person)
    const way = await visit(person.who)
    await finish(way)
    const send = (sms_code?: string) =>
      app.call('POST /auth/state-service/code', { body: sms_code ? { sms_code } : {}, cookies: way.cookies })
    const seen: unknown[] = []
    for (let round = 0; round < 7; round += 1) {
      const { body, cookies } = await send()
      Object.assign(way.cookies, cookies)
      if (body.code) seen.push(body.code)
      else seen.push((await send('000000')).body.code)
    }
    expect(seen.slice(0, 3)).toEqual(['invalid_code', 'invalid_code', 'invalid_code'])
    expect(seen.at(-1)).toBe('limit_reached')
    const body = { username: person.email, password: rightPassword }
    expect((await app.call('POST /auth/login', { body })).status).toBe(202)
  })

  test('R-10 lets an organiser into the console only with the code of the application', async () => {
    const person = await linkedPerson({ flags: ['admins', 'competitions'] })
    const without = tokenOf(await enter(person.who))
    const console_ = (token: string) =>
      app.call('GET /admin/competitions/:competition/stages', { token, params: { competition: 'nowhere' } })
    expect(codeOf(await console_(without))).toEqual([403, 'second_factor_required'])
    const secret = await withApplication(person)
    const way = await visit(person.who)
    const asked = await finish(way)
    expect([asked.status, asked.cookies.refresh]).toEqual([202, undefined])
    const sms_code = secret.generate({ timestamp: app.clock.now().getTime() })
    const cookies = { ...way.cookies, ...asked.cookies }
    const entered = await app.call('POST /auth/state-service/code', { body: { sms_code }, cookies })
    expect(entered.status).toBe(200)
    const { access_token } = entered.body as { access_token: string }
    expect(codeOf(await console_(access_token))).toEqual([404, 'competition_not_found'])
  })

  test('is refused to a blocked account and, outside a demo, to a demo account', async () => {
    const [blocked, demo] = [await linkedPerson(), await linkedPerson({ isDemo: true })]
    await app.db.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', blocked.id).execute()
    expect(codeOf(await enter(blocked.who))).toEqual([403, 'no_access'])
    expect((await enter(demo.who)).status).toBe(200)
    app.config.demo = false
    try {
      expect(codeOf(await enter(demo.who))).toEqual([403, 'no_access'])
    } finally {
      app.config.demo = true
    }
  })
})

/** Switches the second factor by an application on. */
async function withApplication(person: { email: string }) {
  const { token } = await logIn(app, person)
  const password = rightPassword
  const prepared = await app.call('POST /auth/second-factor/prepare', { token, body: { password } })
  const secret = new TOTP({ secret: prepared.body.secret })
  const code = secret.generate({ timestamp: app.clock.now().getTime() })
  const enabled = await app.call('POST /auth/second-factor/enable', { token, body: { method: 'totp', password, code } })
  expect(enabled.status).toBe(200)
  app.clock.advance(60_000)
  return secret
}

/** A session opened with the current code of the application, which is used up by that. */
async function loggedInWith(person: { email: string }, secret: TOTP) {
  const body = { username: person.email, password: rightPassword }
  const { cookies } = await app.call('POST /auth/login', { body })
  const sms_code = secret.generate({ timestamp: app.clock.now().getTime() })
  const entered = await app.call('POST /auth/login', { body: { ...body, sms_code }, cookies })
  return { token: (entered.body as { access_token: string }).access_token }
}

describe('the service refuses', () => {
  test('when the person does not allow access', async () => {
    const refused = await finish(await visit(somebody(), { refuses: true }))
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'state_service_no_access',
        message: 'Вы не разрешили доступ к данным «Госуслуг». Разрешите его и попробуйте ещё раз',
      },
    ])
  })

  test('a part of the requested scopes', async () => {
    const portal = await testApp({ env: { PUBLIC_URL, ...service.env, OIDC_SCOPE: 'openid profile' } })
    try {
      expect(outcomeOf(await finish(await visit(somebody(), { portal }), portal))).toBe('unknown')
      service.refuseScopes(['profile'])
      expect(codeOf(await finish(await visit(somebody(), { portal }), portal))).toEqual([
        403,
        'state_service_no_access',
      ])
    } finally {
      service.refuseScopes([])
      await portal.close()
    }
  })

  test('KE-01 an untrusted person, by a claim of their own or by acr', async () => {
    const untrusted = [
      403,
      {
        code: 'state_service_untrusted',
        message: 'Учётная запись на «Госуслугах» не подтверждена. Подтвердите её и попробуйте ещё раз',
      },
    ]
    const way = await visit('new-person')
    const refused = await finish(way)
    expect([refused.status, refused.body]).toEqual(untrusted)
    // Nothing can be linked after that.
    const person = await anAccount(app)
    const body = { username: person.email, password: rightPassword }
    expect(codeOf(await app.call('POST /auth/state-service/link', { body, cookies: way.cookies }))).toEqual(expired)
    const env = { PUBLIC_URL, ...service.env, OIDC_TRUST_CLAIM: 'acr', OIDC_TRUST_VALUES: 'high, highest' }
    const portal = await testApp({ env })
    try {
      const byAcr = await visit('new-person', { portal })
      expect(byAcr.url.searchParams.get('acr_values')).toBe('high highest')
      const answer = await finish(byAcr, portal)
      expect([answer.status, answer.body]).toEqual(untrusted)
      expect(outcomeOf(await finish(await visit(somebody(), { portal }), portal))).toBe('unknown')
    } finally {
      await portal.close()
    }
  })
})

describe('an unexpected answer is refused', () => {
  test('a second time', async () => {
    const person = await linkedPerson()
    const way = await visit(person.who)
    expect((await finish(way)).status).toBe(200)
    expect(codeOf(await finish(way))).toEqual(expired)
  })

  test('after ten minutes', async () => {
    const way = await visit(somebody())
    app.clock.advance(600_001)
    expect(codeOf(await finish(way))).toEqual(expired)
  })

  test('in a browser that did not begin the visit, whose own visit continues', async () => {
    const [stranger, owner] = [await visit(somebody()), await visit(somebody())]
    expect(codeOf(await finish({ ...stranger, cookies: {} }))).toEqual(expired)
    expect(codeOf(await finish({ ...stranger, cookies: owner.cookies }))).toEqual(expired)
    expect((await finish(owner)).status).toBe(200)
  })

  test('with the code of another visit', async () => {
    const [stranger, owner] = [await visit(somebody()), await visit(somebody())]
    expect(codeOf(await finish({ ...owner, answer: { ...owner.answer, code: stranger.answer.code ?? '' } }))).toEqual(
      failed,
    )
  })

  test('with another nonce', async () => {
    const begun = await app.call('POST /auth/state-service/begin')
    const url = new URL(begun.body.url)
    url.searchParams.set('nonce', 'of-another-visit')
    const answer = await service.visit(url.href, somebody())
    expect(codeOf(await finish({ answer, cookies: begun.cookies }))).toEqual(failed)
  })

  test('from another issuer, or without an issuer', async () => {
    const other = await visit(somebody())
    expect(codeOf(await finish({ ...other, answer: { ...other.answer, iss: 'https://evil.example' } }))).toEqual(failed)
    const way = await visit(somebody())
    const { iss, ...silent } = way.answer
    expect(iss).toBe(service.env.OIDC_ISSUER)
    expect(codeOf(await finish({ ...way, answer: silent }))).toEqual(failed)
  })

  test('without a code, or as a refusal forged by a stranger', async () => {
    const way = await visit(somebody())
    const { code: _code, ...without } = way.answer
    expect(codeOf(await finish({ ...way, answer: without }))).toEqual(failed)
    const next = await visit(somebody())
    const madeUp = { error: 'access_denied', state: 'made-up', iss: service.env.OIDC_ISSUER }
    expect(codeOf(await finish({ ...next, answer: madeUp }))).toEqual(expired)
  })
})

describe('linking', () => {
  const begin = (token: string, body = {}, cookies: Cookies = {}) =>
    app.call('POST /user/state-service', { token, body: { password: rightPassword, ...body }, cookies })
  const linkedOf = async (token: string) => (await app.call('GET /user/state-service', { token })).body.linked

  /** A visit from the profile to the service and back. */
  async function link(token: string, who: string) {
    const begun = await begin(token)
    const answer = await service.visit((begun.body as { url: string }).url, who)
    return { answer, cookies: begun.cookies }
  }

  test('in the profile needs the password, tells the owner and leaves a trace', async () => {
    const [person, who] = [await anAccount(app), somebody()]
    const { token } = await logIn(app, person)
    expect(codeOf(await begin(token, { password: 'Wrong-Password-4817' }))).toEqual([403, 'fresh_login_required'])
    expect(await linkedOf(token)).toBeNull()
    expect((await finish(await link(token, who))).body).toEqual({ outcome: 'linked', token: null })
    expect(await linkedOf(token)).toMatch(/^2026-/)
    expect(await lettersTo(person.email)).toContain('Вход через «Госуслуги» подключён')
    expect(outcomeOf(await enter(who))).toBe('entered')
    const acts = await app.db.selectFrom('audit').select('action').where('actor_id', '=', person.id).execute()
    expect(acts.map(({ action }) => action)).toEqual(['state_service_linked'])
  })

  test('in the profile needs the second factor too', async () => {
    const person = await anAccount(app)
    const secret = await withApplication(person)
    const sms_code = () => secret.generate({ timestamp: app.clock.now().getTime() })
    const { token } = await loggedInWith(person, secret)
    app.clock.advance(60_000)
    const asked = await begin(token)
    expect([asked.status, asked.cookies.state_service]).toEqual([202, undefined])
    const wrong = await begin(token, { sms_code: '000000' }, asked.cookies)
    expect([codeOf(wrong), wrong.cookies.state_service]).toEqual([[422, 'invalid_code'], undefined])
    const right = await begin(token, { sms_code: sms_code() }, asked.cookies)
    expect([right.status, right.body]).toEqual([200, { url: expect.stringContaining(service.env.OIDC_ISSUER) }])
  })

  test('R-06 counts a used code of an application as a wrong one, so that tries with it are blocked for an hour', async () => {
    const person = await anAccount(app)
    const secret = await withApplication(person)
    const { token } = await loggedInWith(person, secret)
    const sms_code = secret.generate({ timestamp: app.clock.now().getTime() })
    const seen: unknown[] = []
    for (let round = 0; round < 6; round += 1) {
      const asked = await begin(token)
      seen.push(asked.body.code ?? (await begin(token, { sms_code }, asked.cookies)).body.code)
    }
    expect(seen).toContain('limit_reached')
    expect(new Set(seen)).toEqual(new Set(['invalid_code', 'limit_reached']))
  })

  test('that was begun is refused after a logout, a new password and the end of the sessions', async () => {
    const person = await anAccount(app)
    const password = rightPassword
    const ends = [
      (token: string) => app.call('POST /auth/logout', { token }),
      (token: string) => app.call('POST /auth/revoke-sessions', { token }),
      (token: string) =>
        app.call('POST /auth/password/change', {
          token,
          body: { current_password: password, password, password_confirmation: password },
        }),
    ]
    for (const end of ends) {
      const { token } = await logIn(app, person)
      const way = await link(token, somebody())
      expect((await end(token)).status).toBeLessThan(300)
      expect(codeOf(await finish(way))).toEqual(expired)
    }
    expect(await isLinked(person.id)).toBe(false)
  })

  test('at the first login needs the password and the second factor; the same e-mail address is not enough', async () => {
    const person = await anAccount(app)
    const secret = await withApplication(person)
    // The subject at the service is the e-mail address of the account.
    const way = await visit(person.email)
    expect(outcomeOf(await finish(way))).toBe('unknown')
    expect(await isLinked(person.id)).toBe(false)
    const send = (more: object, cookies = way.cookies) =>
      app.call('POST /auth/state-service/link', {
        body: { username: person.email, password: rightPassword, ...more },
        cookies,
      })
    expect(codeOf(await send({ password: 'Wrong-Password-4817' }))).toEqual([401, 'wrong_credentials'])
    const asked = await send({})
    expect([asked.status, await isLinked(person.id)]).toEqual([202, false])
    const sms_code = secret.generate({ timestamp: app.clock.now().getTime() })
    const cookies = { ...way.cookies, ...asked.cookies }
    expect((await send({ sms_code }, cookies)).status).toBe(200)
    expect(await isLinked(person.id)).toBe(true)
    expect(await lettersTo(person.email)).toContain('Вход через «Госуслуги» подключён')
  })

  test('at the first login happens only in the browser to which the service answered, within ten minutes', async () => {
    const person = await anAccount(app)
    const way = await visit(somebody())
    const send = (cookies: Cookies) =>
      app.call('POST /auth/state-service/link', { body: { username: person.email, password: rightPassword }, cookies })
    expect(codeOf(await send(way.cookies))).toEqual(expired)
    await finish(way)
    expect(codeOf(await send({}))).toEqual(expired)
    app.clock.advance(600_001)
    expect(codeOf(await send(way.cookies))).toEqual(expired)
    expect(await isLinked(person.id)).toBe(false)
  })

  test('does not happen by an ordinary login in that browser', async () => {
    const person = await anAccount(app)
    const way = await visit(somebody())
    await finish(way)
    const body = { username: person.email, password: rightPassword }
    expect((await app.call('POST /auth/login', { body, cookies: way.cookies })).status).toBe(200)
    expect(await isLinked(person.id)).toBe(false)
  })

  test('allows one account for a person of the service, and one person for an account', async () => {
    const [owner, other] = [await linkedPerson(), await anAccount(app)]
    const { token } = await logIn(app, other)
    expect(codeOf(await finish(await link(token, owner.who)))).toEqual([409, 'state_service_taken'])
    const own = await logIn(app, owner)
    expect(codeOf(await finish(await link(own.token, somebody())))).toEqual([409, 'state_service_taken'])
    expect([await linkedOf(token), outcomeOf(await enter(owner.who))]).toEqual([null, 'entered'])
  })

  test('of several answers at once links one account', async () => {
    const who = somebody()
    const ways = await Promise.all([1, 2, 3].map(async () => link((await logIn(app, await anAccount(app))).token, who)))
    const statuses = (await Promise.all(ways.map((way) => finish(way)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409])
  })

  test('is undone in the profile with the password; then the service is unknown again', async () => {
    const person = await linkedPerson()
    const { token } = await logIn(app, person)
    const undo = (password: string) => app.call('POST /user/state-service/unlink', { token, body: { password } })
    expect(codeOf(await undo('Wrong-Password-4817'))).toEqual([403, 'fresh_login_required'])
    expect(await linkedOf(token)).not.toBeNull()
    expect((await undo(rightPassword)).status).toBe(204)
    expect((await undo(rightPassword)).status).toBe(204)
    expect(await linkedOf(token)).toBeNull()
    expect((await lettersTo(person.email)).filter((subject) => subject.endsWith('отключён'))).toHaveLength(1)
    expect((await enter(person.who)).body).toEqual({ outcome: 'unknown', token: null })
  })

  test('is undone by «Это не я» and by a new password from a letter', async () => {
    const [first, second] = [await linkedPerson(), await linkedPerson()]
    const { text } = await app.db
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', first.email)
      .where('subject', 'like', 'Вход через%')
      .executeTakeFirstOrThrow()
    expect(text).toContain('Вход через «Госуслуги» отключится.')
    const [, token = ''] = /not-me#([\w-]+)/.exec(text) ?? []
    expect((await app.call('POST /auth/not-me', { body: { token } })).status).toBe(200)
    const asked = await app.call('POST /auth/login/restore', { body: { username: second.email } })
    await app.work('send_restore_letter')
    const password = 'Novaya-Sosna-7351-Leto'
    const body = { code: await lastCode(app, second.email), password, password_confirmation: password }
    expect((await app.call('POST /auth/password/create', { body, cookies: asked.cookies })).status).toBe(200)
    expect([await isLinked(first.id), await isLinked(second.id)]).toEqual([false, false])
  })

  test('is in the export of the person’s data and is deleted with the account', async () => {
    const person = await linkedPerson()
    const { token } = await logIn(app, person)
    const copy = await app.call('POST /user/export', { token, body: { password: rightPassword, format: 'json' } })
    expect((copy.body as unknown as { state_service: unknown }).state_service).toEqual([
      { issuer: service.env.OIDC_ISSUER, linked_at: expect.any(String) },
    ])
    const links = await app.db.selectFrom('state_service_links').selectAll().execute()
    expect(JSON.stringify(links)).not.toContain(person.who)
    await app.db.deleteFrom('accounts').where('id', '=', person.id).execute()
    expect(outcomeOf(await enter(person.who))).toBe('unknown')
  })
})

test('expired visits are deleted at night', async () => {
  await visit(somebody())
  app.clock.advance(25 * 3_600_000)
  await scheduleForgetting(app.services)
  await app.work('forget_expired')
  expect(await app.db.selectFrom('state_service_visits').selectAll().execute()).toEqual([])
})

describe('when the service', () => {
  test('does not answer, the portal reports it and the login by password still works', async () => {
    const portal = await testApp({ env: { PUBLIC_URL, ...silentStateService } })
    try {
      const answer = await portal.call('POST /auth/state-service/begin')
      expect([answer.status, answer.body]).toMatchObject([
        503,
        {
          code: 'state_service_unavailable',
          message: 'Внешняя служба входа сейчас не отвечает. Войдите с паролем или попробуйте позже',
        },
      ])
      await logIn(portal, await anAccount(portal))
    } finally {
      await portal.close()
    }
  })

  test('answers again, the next try succeeds without a restart', async () => {
    const other = await aStateService(`${PUBLIC_URL}/state-service`)
    const portal = await testApp({ env: { PUBLIC_URL, ...other.env } })
    const port = Number(new URL(other.env.OIDC_ISSUER).port)
    await other.close()
    try {
      expect((await portal.call('POST /auth/state-service/begin')).status).toBe(503)
      const again = await aStateService(`${PUBLIC_URL}/state-service`, { port })
      expect((await portal.call('POST /auth/state-service/begin')).status).toBe(200)
      await again.close()
    } finally {
      await portal.close()
    }
  })

  test('does not accept the portal’s secret, it counts as unavailable', async () => {
    const portal = await testApp({ env: { PUBLIC_URL, ...service.env, OIDC_CLIENT_SECRET: 'of-another-portal' } })
    try {
      const way = await visit(somebody(), { portal })
      expect(codeOf(await finish(way, portal))).toEqual([503, 'state_service_unavailable'])
    } finally {
      await portal.close()
    }
  })

  test('is not set, its calls do not exist', async () => {
    const portal = await testApp()
    try {
      for (const key of ['begin', 'finish', 'code', 'link'] as const) {
        const answer = await portal.fetch(`/api/v3/auth/state-service/${key}`, { method: 'POST' })
        expect(answer.status).toBe(404)
      }
      const { token } = await logIn(portal, await anAccount(portal))
      expect(codeOf(await portal.call('GET /user/state-service', { token }))).toEqual([404, 'not_found'])
      const document = await (await portal.fetch('/api/v3/openapi.json')).text()
      expect(document).not.toContain('/state-service')
    } finally {
      await portal.close()
    }
  })
})
