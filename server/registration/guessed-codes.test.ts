import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { routeRefusals } from '#server/platform/http/route-refusals.ts'
import { aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/api/limits.ts'
import type { RouteSpec } from '#shared/api/route.ts'
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

  test('is guessed 600 times an hour in all, from any number of addresses', async () => {
    const { token } = await aPerson(app)
    const told = await guesses(700, (number) => apply(token, `guess-${number}`, address(number)))
    expect([told('invalid_promocode'), told('too_many_requests')]).toEqual([limits.guess_all.points, 100])
    app.clock.advance(3_600_000)
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

test('R-87 an entry code is guessed 60 times an hour from an address and 600 times in all', async () => {
  const told = async (ipOf: (number: number) => string, count: number) =>
    guesses(count, (number) => {
      // Not more than the calls of a minute, which have a limit of their own.
      if (number % 20 === 0) app.clock.advance(60_000)
      return app.call('POST /registration/:code/entry_code', {
        ...{ ip: ipOf(number), params: { code: 'promo' }, body: { entry_code: 'aaaaa-aaaaa' } },
      })
    })
  const one = await told(() => address(10), 200)
  expect(one('entry_code_wrong')).toBe(limits.guess_client.points)
  app.clock.advance(3_600_000)
  const many = await told((number) => address(1000 + number), 700)
  expect(many('entry_code_wrong')).toBe(limits.guess_all.points)
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
