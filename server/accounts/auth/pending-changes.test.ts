import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, logIn, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const ownersPassword = 'Sosna-Bereg-5932-Leto'
const lettersTo = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body
const linkTo = async (to: string) => {
  await app.call('POST /auth/login/restore', { body: { username: to } })
  await app.work('send_restore_letter')
  return /forgot\?step=password#([\w-]{43})/.exec((await lettersTo(to))[0]?.text ?? '')?.[1] ?? ''
}
const create = (code: string, password = ownersPassword) =>
  app.call('POST /auth/password/create', { body: { code, password, password_confirmation: password } })
const notMe = (token: string) => app.call('POST /auth/not-me', { body: { token } })
const notMeToken = (text = '') => /\/not-me#([\w-]+)/.exec(text)?.[1] ?? ''

let thieves = 0
/** A thief who knew the password has requested every change that the password allows. */
async function aThiefHasAsked() {
  thieves += 1
  const person = await anAccount(app)
  const owner = await logIn(app, person)
  const thief = await logIn(app, person)
  const email = `thief${thieves}@example.test`
  const phone = `+7926777${String(thieves).padStart(4, '0')}`
  const link = await linkTo(person.email)
  const body = { password: rightPassword }
  expect((await app.call('POST /auth/user/email', { token: thief.token, body: { ...body, email } })).status).toBe(200)
  expect((await app.call('POST /user/phone', { token: thief.token, body: { ...body, phone } })).status).toBe(200)
  const [warning] = (await lettersTo(person.email)).filter(({ subject }) => subject.startsWith('Запрошена'))
  return {
    person,
    owner,
    thief,
    link,
    warning: notMeToken(warning?.text),
    codes: { email: await lastCode(app, email), phone: await lastCode(app, phone) },
  }
}
type Asked = Awaited<ReturnType<typeof aThiefHasAsked>>

/** Expects that every change requested before is refused, and that the account still belongs to the owner. */
async function everythingHasEnded({ person, link, codes }: Asked, tokenOfThief: string) {
  const byLetter = await app.call('POST /user/email-verify', { body: { code: codes.email } })
  const bySms = await app.call('POST /user/phone/confirm', { token: tokenOfThief, body: { code: codes.phone } })
  expect([byLetter.body.code, bySms.body.code]).toEqual(['email_code_expired', 'sms_code_outdated'])
  expect((await create(link, 'Volk-Zabor-1204-Noch')).body.code).toBe('link_expired')
  const kept = await app.db
    .selectFrom('accounts')
    .select(['email', 'phone'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(kept).toEqual({ email: person.email, phone: person.phone })
}

describe('R-63 the changes that a thief requested end', () => {
  test('with a change of the password, even if the thief has logged in again', async () => {
    const asked = await aThiefHasAsked()
    const body = { current_password: rightPassword, password: ownersPassword, password_confirmation: ownersPassword }
    const changed = await app.call('POST /auth/password/change', { token: asked.owner.token, body })
    await everythingHasEnded(asked, tokenOf(changed))
  })

  test('with a reset of the password', async () => {
    const asked = await aThiefHasAsked()
    app.clock.advance(121_000)
    expect((await create(await linkTo(asked.person.email))).status).toBe(200)
    await everythingHasEnded(asked, (await logIn(app, asked.person, ownersPassword)).token)
  })

  test('with the end of all sessions', async () => {
    const asked = await aThiefHasAsked()
    const ended = await app.call('POST /auth/revoke-sessions', { token: asked.owner.token })
    await everythingHasEnded(asked, tokenOf(ended))
  })

  test('with «Это не я» in the warning letter, without a login; every session ends too, and the link works again', async () => {
    const asked = await aThiefHasAsked()
    const stopped = await notMe(asked.warning)
    expect([stopped.body, stopped.cookies]).toEqual([{ competition: 'ru_season_5' }, { refresh: '', entered: '' }])
    for (const { token, cookies } of [asked.owner, asked.thief]) {
      expect((await app.call('GET /user/profile', { token })).status).toBe(401)
      expect((await app.call('POST /auth/token/refresh', { cookies })).status).toBe(403)
    }
    await everythingHasEnded(asked, (await logIn(app, asked.person)).token)
    app.clock.advance(3_600_000)
    const again = await logIn(app, asked.person)
    expect((await notMe(asked.warning)).status).toBe(200)
    expect((await app.call('GET /user/profile', { token: again.token })).status).toBe(401)
  })

  test('with a change of the e-mail address: a link for a new password in the old mailbox is not valid', async () => {
    const person = await anAccount(app)
    const { token, cookies } = await logIn(app, person)
    const link = await linkTo(person.email)
    const email = `new-${person.email}`
    await app.call('POST /auth/user/email', { token, body: { email, password: rightPassword } })
    expect((await app.call('POST /user/email-verify', { body: { code: await lastCode(app, email) } })).status).toBe(200)
    expect((await create(link)).body.code).toBe('link_expired')
    expect((await app.call('POST /auth/token/refresh', { cookies })).status).toBe(200)
  })

  test('also when the password was still right when it was checked, a moment before the change', async () => {
    const person = await anAccount(app)
    const { token } = await logIn(app, person)
    const email = `late-${person.email}`
    const body = { password: rightPassword }
    const wishes = await app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('accounts')
        .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
        .where('id', '=', person.id)
        .execute()
      const asked = [
        app.call('POST /auth/user/email', { token, body: { ...body, email } }),
        app.call('POST /user/phone', { token, body: { ...body, phone: '+79267770000' } }),
        app.call('POST /auth/second-factor/prepare', { token, body }),
        app.call('POST /auth/second-factor/enable', { token, body: { ...body, method: 'sms' } }),
        app.call('POST /auth/password/change', {
          token,
          body: { current_password: rightPassword, password: ownersPassword, password_confirmation: ownersPassword },
        }),
      ]
      // All calls have checked the password and wait for the row of the account, which the owner is changing.
      await untilWaiting(app.db, asked.length)
      return asked
    })
    expect((await Promise.all(wishes)).map(({ body }) => body.code)).toEqual(Array(5).fill('fresh_login_required'))
    const kept = app.db.selectFrom('accounts').select('totp_secret').where('id', '=', person.id)
    expect(await kept.executeTakeFirst()).toEqual({ totp_secret: null })
  })
})

describe('the link «Это не я»', () => {
  test('does nothing when it is only opened, is valid for a week, and cannot be forged', async () => {
    const asked = await aThiefHasAsked()
    expect((await app.fetch(`/not-me#${asked.warning}`)).status).toBe(404)
    expect((await app.fetch(`/api/v3/auth/not-me?token=${asked.warning}`)).status).toBeGreaterThanOrEqual(404)
    expect((await app.call('GET /user/profile', { token: asked.owner.token })).status).toBe(200)
    const last = asked.warning.at(-2) === 'A' ? 'B' : 'A'
    for (const made of ['x', `${asked.warning.slice(0, -2)}${last}${asked.warning.at(-1)}`])
      expect((await notMe(made)).body.code).toBe('link_expired')
    app.clock.advance(7 * 24 * 3_600_000)
    expect((await notMe(asked.warning)).body.code).toBe('link_expired')
    expect((await app.call('POST /auth/token/refresh', { cookies: asked.owner.cookies })).status).toBe(200)
  })
})

test('a link that an earlier release of the portal has sent still opens', async () => {
  const other = await testApp({ env: { TOKEN_SECRET: 's'.repeat(32) } })
  const token = 'AZGTmHCGMD0HChMXJK2JvGO5IsRn19tiV9c-LXKf-gTAAAnTYKb5KQpnQbey7VMg5gzgodw-OdaHm8dfeQYE'
  const answer = await other.call('POST /auth/not-me', { body: { token } })
  await other.close()
  expect([answer.status, answer.body]).toEqual([200, { competition: null }])
})

describe('a letter is sent, with the link «Это не я»,', () => {
  const subjects = async (to: string) => {
    const letters = await lettersTo(to)
    for (const { text } of letters) expect(notMeToken(text)).not.toBe('')
    return letters.map(({ subject }) => subject)
  }

  test('when the second factor is switched on, when it is switched off, and not when it was off already', async () => {
    const person = await anAccount(app)
    const { token } = await logIn(app, person)
    const off = () => app.call('POST /auth/second-factor/disable', { token, body: { password: rightPassword } })
    await app.call('POST /auth/second-factor/enable', { token, body: { method: 'sms', password: rightPassword } })
    await off()
    await off()
    expect(await subjects(person.email)).toEqual(['Второй фактор входа выключен', 'Второй фактор входа включён'])
  })

  test('after a login on an unknown device, and not on a known one', async () => {
    const person = await anAccount(app)
    const { cookies } = await logIn(app, person)
    const body = { username: person.email, password: rightPassword }
    await app.call('POST /auth/login', { body, cookies: { device: cookies.device ?? '' } })
    expect(await subjects(person.email)).toEqual([])
    await app.call('POST /auth/login', { body })
    expect((await lettersTo(person.email))[0]?.text).toContain('с которого раньше не входили. Это было')
    expect((await lettersTo(person.email))[0]?.text).toContain('отменится. После этого сразу задайте новый пароль.\n')
    const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:125.0) Gecko/20100101 Firefox/125.0' }
    expect((await app.call('POST /auth/login', { body, headers })).status).toBe(200)
    expect(await subjects(person.email)).toEqual(Array(2).fill('Вход с нового устройства'))
    expect((await lettersTo(person.email))[0]?.text).toMatch(
      /: Firefox, Windows\. Это было \d\d\.\d\d\.\d{4} \d\d:\d\d/,
    )
  })
})
