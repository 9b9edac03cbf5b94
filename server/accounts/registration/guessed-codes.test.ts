import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { routeRefusals } from '#server/platform/http/route-refusals.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { aCaptchaService, captchaKey } from '#server/testing/captcha-service.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { guessedCodes } from './guessed-codes.ts'

let app: TestApp
let stageId: number
beforeAll(async () => {
  app = await testApp()
  ;({ stageId } = await aRegistration(app.db, { code: 'promo', asks_promocode: true, promocodes: ['Весна-2026'] }))
})
afterAll(() => app.close())
afterEach(async () => {
  await sql`delete from throttles`.execute(app.db)
})

const body = {
  data: { last_name: 'Ким', first_name: 'Вера', birth_date: '1990-05-01' },
  consents: [{ code: 'personal_data', version: 2 }],
}
const apply = (token: string, promocode: string | undefined, ip: string) =>
  app.call('POST /user/registration/:stage_id', {
    ...{ token, ip, params: { stage_id: stageId } },
    body: { ...body, ...(promocode === undefined ? {} : { promocode }) },
  })
const enter = (code: string, ip: string) =>
  app.call('POST /registration/:code/entry_code', { ip, params: { code }, body: { entry_code: 'aaaaa-aaaaa' } })
const address = (number: number) => `10.77.${number >> 8}.${number & 255}`
/** Calls ten at a time, as a program that guesses would. */
async function guesses(count: number, call: (number: number) => Promise<{ body: { code?: string } }>) {
  const codes: (string | undefined)[] = []
  for (let number = 0; number < count; number += 10)
    codes.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, place) => call(number + place)))).map(
        (answer) => answer.body.code,
      ),
    )
  return (code: string) => codes.filter((each) => each === code).length
}

describe('R-87 a promo code', () => {
  const { points } = limits.guess_client
  test('is guessed 60 times an hour from an address, even by 200 calls of which ten are at once', async () => {
    const { token } = await aPerson(app)
    const told = await guesses(200, (number) => apply(token, `guess-${number}`, address(1)))
    expect([told('invalid_promocode'), told('too_many_requests')]).toEqual([points, 200 - points])
    // The right one is not read either, so that the limit tells nothing; without a code the person may apply.
    const refused = await apply(token, 'весна-2026', address(1))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await apply((await aPerson(app)).token, undefined, address(1))).status).toBe(200)
    expect((await apply(token, 'весна-2026', address(2))).status).toBe(200)
  })

  test('is guessed a hundred times in five minutes in all, from any number of addresses', async () => {
    const { token } = await aPerson(app)
    const told = await guesses(200, (number) => apply(token, `guess-${number}`, address(number)))
    expect([told('invalid_promocode'), told('too_many_requests')]).toEqual([limits.guess_all.points, 100])
    app.clock.advance(300_000)
    expect((await apply((await aPerson(app)).token, 'весна-2026', address(900))).status).toBe(200)
  })

  test('is counted as well where an application is handed in as the answer of its stage', async () => {
    const { token } = await aPerson(app)
    const told = await guesses(100, (number) =>
      app.call('PUT /user/stages/:stage_id/answer', {
        ...{ token, ip: address(4), params: { stage_id: stageId } },
        body: { data: { ...body, promocode: `guess-${number}` }, form_version: 1 },
      }),
    )
    expect([told('invalid_promocode'), told('too_many_requests')]).toEqual([points, 100 - points])
  })

  test('that is right is no guess, however often it is sent', async () => {
    for (let count = 0; count < points + 5; count += 1) {
      const { token } = await aPerson(app)
      expect((await apply(token, 'весна-2026', address(3))).status).toBe(200)
    }
  })
})

test('R-87 an entry code is guessed 60 times an hour from an address and a hundred in five minutes in a competition; others stay open', async () => {
  await aRegistration(app.db, { code: 'beside' })
  const told = async (ipOf: (number: number) => string, count: number) =>
    guesses(count, (number) => {
      // Not more than the calls of a minute, which have a limit of their own.
      if (number % 20 === 0 && ipOf(0) === ipOf(1)) app.clock.advance(60_000)
      return enter('promo', ipOf(number))
    })
  const one = await told(() => address(10), 200)
  expect(one('entry_code_wrong')).toBe(limits.guess_client.points)
  app.clock.advance(3_600_000)
  const many = await told((number) => address(1000 + number), 200)
  expect(many('entry_code_wrong')).toBe(limits.guess_all.points)
  expect((await enter('promo', address(2000))).headers.get('retry-after')).toBe('300')
  expect((await enter('beside', address(2000))).body.code).toBe('entry_code_wrong')
})

describe('R-87 with a captcha', () => {
  let guarded: TestApp
  let captcha: Awaited<ReturnType<typeof aCaptchaService>>
  beforeAll(async () => {
    captcha = await aCaptchaService()
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (to: string, init?: RequestInit) =>
      real(to === 'https://smartcaptcha.yandexcloud.net/validate' ? captcha.address : to, init),
    )
    guarded = await testApp({ env: { SMARTCAPTCHA_SITE_KEY: 'site-key', SMARTCAPTCHA_SERVER_KEY: captchaKey } })
    await aRegistration(guarded.db, { code: 'promo' })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await guarded.close()
    captcha.close()
  })

  test('after a hundred wrong entry codes people are asked for it, and nobody waits', async () => {
    const call = (ip: string, token?: string) =>
      guarded.call('POST /registration/:code/entry_code', {
        ...{ ip, params: { code: 'promo' }, body: { entry_code: 'aaaaa-aaaaa' } },
        ...(token ? { headers: { 'X-Captcha-Token': token } } : {}),
      })
    const told = await guesses(150, (number) => call(address(number)))
    expect([told('entry_code_wrong'), told('captcha_failed')]).toEqual([limits.guess_all.points, 50])
    expect((await call(address(900), 'program')).body.code).toBe('captcha_failed')
    expect((await call(address(900), 'person-1')).body.code).toBe('entry_code_wrong')
  })

  test('a registration with an entry code is asked once', async () => {
    const prepare = (token: string) =>
      guarded.call('POST /auth/register/prepare', {
        headers: { 'X-Captcha-Token': token },
        body: {
          ...{ competition_code: 'promo', entry_code: 'aaaaa-aaaaa' },
          ...{ email: 'somebody@example.test', phone: '+79265550133' },
        },
      })
    expect((await prepare('program')).body.code).toBe('captcha_failed')
    expect((await prepare('person-2')).status).toBe(200)
  })
})

test('R-87 every call that tells of a wrong code has the field by which its guesses are counted, and says when it refuses', () => {
  const wrong: readonly string[] = Object.values(guessedCodes)
  const telling = (Object.entries(routes) as [string, RouteSpec][]).filter(([, spec]) =>
    spec.refuses?.some((code) => wrong.includes(code)),
  )
  expect(telling.length).toBeGreaterThan(3)
  for (const [key, spec] of telling) {
    const fields = Object.keys((spec.body as { properties?: object } | undefined)?.properties ?? {})
    // The answer to a stage has them inside.
    const known = [...Object.keys(guessedCodes), ...(key === 'PUT /user/stages/:stage_id/answer' ? ['data'] : [])]
    expect(fields.filter((field) => known.includes(field)).length, key).toBeGreaterThan(0)
    expect(routeRefusals(key, spec), key).toContain('too_many_requests')
  }
})
