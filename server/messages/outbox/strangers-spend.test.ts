import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, numberOf, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { aCaptchaService, captchaKey } from '#server/testing/captcha-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { queueSms } from './queue-message.ts'
import { sendMessage } from './send-message.ts'

const hour = 3_600_000
// An hour has 500 SMS, as in a portal that sets nothing.
const gateway = { SMS_URL: 'http://127.0.0.1:9/send' }

let numbers = 50_000
/** Somebody with a number and an address of their own begins a registration. */
const begins = (app: TestApp, token?: string) => {
  numbers += 1
  return app.call('POST /auth/register/prepare', {
    body: { competition_code: 'ru_season_5', email: `stranger${numbers}@example.test`, phone: numberOf(numbers) },
    ...(token ? { headers: { 'X-Captcha-Token': token } } : {}),
  })
}

async function attack(app: TestApp, calls = 700) {
  const answers: Awaited<ReturnType<typeof begins>>[] = []
  for (let round = 0; round < calls / 10; round += 1)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => begins(app)))))
  return answers
}

/** The status of a login of somebody who gets codes by SMS: 202 when a code is on its way. */
async function logsIn(app: TestApp, token?: string) {
  const person = await anAccount(app)
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  const answer = await app.call('POST /auth/login', {
    body: { username: person.email, password: rightPassword },
    ...(token ? { headers: { 'X-Captcha-Token': token } } : {}),
  })
  return answer.status
}

describe('R-86 after 700 registrations with 700 numbers from 700 addresses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ env: gateway })
    await aRegistration(app.db)
  })
  afterAll(() => app.close())

  test('those who have an account log in; whoever registers waits five minutes at most, or until an administrator raises the budget', async () => {
    const answers = await attack(app)
    const sent = answers.filter(({ status }) => status === 200).length
    expect(sent).toBe(42)
    expect(await logsIn(app)).toBe(202)
    const { status, body, headers } = await begins(app)
    expect([status, body.code]).toEqual([429, 'sms_limit'])
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(300)
    app.clock.advance(wait * 1000)
    expect((await begins(app)).status).toBe(200)

    // A whole hour of it uses up the strangers’ half, and nothing of the other.
    let all = sent + 1
    while (all < 250) {
      app.clock.advance(300_000)
      all += (await attack(app, 50)).filter((answer) => answer.status === 200).length
    }
    expect(all).toBe(250)
    expect(await logsIn(app)).toBe(202)
    expect((await begins(app)).status).toBe(429)

    const organiser = await anAccount(app, { isDemo: true, flags: ['admins'] })
    const { token } = await sessionOf(app, organiser)
    const shown = async () => (await app.call('GET /user/duties', { token })).body.budgets
    expect(await shown()).toEqual([
      { channel: 'sms', budget: 500, spent: 252, raised: 0, strangers: { spent: 250, max: 250 } },
    ])
    app.clock.advance(300_000)
    const raised = await app.call('POST /admin/message-budgets/raise', { token, body: { channel: 'sms' } })
    expect([raised.status, raised.body]).toEqual([200, { budget: 1000 }])
    expect((await begins(app)).status).toBe(200)
    expect(await shown()).toMatchObject([{ raised: 500, strangers: { spent: 251, max: 500 } }])
    const audited = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'message_budget_raised')
      .execute()
    expect(audited).toEqual([{ detail: { channel: 'sms', budget: 1000 } }])
  })

  test('no more than ten times the usual budget can be set, and it ends after an hour', async () => {
    const organiser = await anAccount(app, { isDemo: true, flags: ['admins'] })
    const { token } = await sessionOf(app, organiser)
    const raise = async () =>
      (await app.call('POST /admin/message-budgets/raise', { token, body: { channel: 'sms' } })).body.budget
    let last = 0
    for (let count = 0; count < 12; count += 1) last = await raise()
    expect(last).toBe(5000)
    app.clock.advance(hour + 1000)
    const again = await sessionOf(app, organiser)
    expect((await app.call('GET /user/duties', { token: again.token })).body.budgets).toEqual([])
  })
})

describe('R-86 with a captcha', () => {
  let app: TestApp
  let captcha: Awaited<ReturnType<typeof aCaptchaService>>
  beforeAll(async () => {
    captcha = await aCaptchaService()
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (to: string, init?: RequestInit) =>
      real(to === 'https://smartcaptcha.yandexcloud.net/validate' ? captcha.address : to, init),
    )
    app = await testApp({
      env: { ...gateway, SMARTCAPTCHA_SITE_KEY: 'site-key', SMARTCAPTCHA_SERVER_KEY: captchaKey },
    })
    await aRegistration(app.db)
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await app.close()
    captcha.close()
  })

  test('700 calls without it spend nothing, and an honest login and an honest registration get their codes at once', async () => {
    const answers = await attack(app)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['captcha_failed']))
    expect(await logsIn(app, 'person-login')).toBe(202)
    expect((await begins(app, 'person-registration')).status).toBe(200)
  })
})

describe('R-85 the whole budget', () => {
  let app: TestApp
  afterEach(() => app.close())

  test('has all SMS in it: notices take a fifth, and those over it have their turn in the hours that follow', async () => {
    app = await testApp({ env: { ...gateway, SMS_BUDGET_PER_HOUR: '10' } })
    for (let count = 0; count < 7; count += 1)
      await app.db
        .transaction()
        .execute((tx) => queueSms(tx, app.services, { to: numberOf(70_000 + count), text: 'Встреча' }, 'meetings'))
    const ids = await app.db.selectFrom('outgoing_messages').select('id').orderBy('id').execute()
    const tried: unknown[] = []
    for (const { id } of ids)
      tried.push(
        await sendMessage(app.services, { id }, { id: '1', attempt: 1, lastAttempt: false }).then(
          () => 'later',
          () => 'at the gateway',
        ),
      )
    expect(tried).toEqual(['at the gateway', 'at the gateway', ...Array(5).fill('later')])
    const jobs = await app.db
      .selectFrom('graphile_worker.jobs' as never)
      .select('run_at' as never)
      .where('task_identifier' as never, '=', 'send_sms' as never)
      .orderBy('id' as never)
      .execute()
    const inHours = (jobs as { run_at: Date }[])
      .slice(-5)
      .map(({ run_at }) => Math.round((run_at.getTime() - app.clock.now().getTime()) / hour))
    expect(inHours).toEqual([1, 1, 2, 2, 3])
  })

  test('of letters is set apart, and holds for strangers’ codes too', async () => {
    app = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', LETTER_BUDGET_PER_HOUR: '10' } })
    const person = await anAccount(app, { emailVerified: false })
    const { token } = await sessionOf(app, person)
    const wish = (count: number) =>
      app.call('POST /auth/user/email', { token, body: { email: `new${count}@example.test`, password: rightPassword } })
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push((await wish(count)).status)
    expect(answers).toEqual([200, 200, 200, 429, 429])
    // The person’s own address still gets a code.
    expect((await app.call('POST /user/send-email-verify', { token })).status).toBe(200)
  })
})
