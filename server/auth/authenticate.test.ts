import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, loggedIn } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { authenticate } from './authenticate.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const caller = async (given: Parameters<typeof anAccount>[1], change?: (id: number) => Promise<unknown>) => {
  const person = await anAccount(app, given)
  await change?.(person.id)
  return authenticate(app.services, (await loggedIn(app, person)).token)
}

test('a caller has the roles of the account, each by itself', async () => {
  expect(await caller({})).toMatchObject({ isMentor: false, isAssessor: false, flags: {} })
  expect(await caller({ roles: ['mentor'] })).toMatchObject({ isMentor: true, isAssessor: false })
  expect(await caller({ roles: ['assessor'] })).toMatchObject({ isMentor: false, isAssessor: true })
})

test('R-10 only an application with codes, or a demo, opens the sections of organisers', async () => {
  const mayOrganise = async (given: { isDemo?: boolean }, second_factor: 'none' | 'sms' | 'totp' = 'none') => {
    const person = await anAccount(app, given)
    const { token } = await loggedIn(app, person)
    await app.db.updateTable('accounts').set({ second_factor }).where('id', '=', person.id).execute()
    return (await authenticate(app.services, token))?.mayOrganise
  }
  expect(await mayOrganise({})).toBe(false)
  expect(await mayOrganise({}, 'sms')).toBe(false)
  expect(await mayOrganise({}, 'totp')).toBe(true)
  expect(await mayOrganise({ isDemo: true })).toBe(true)
})

test('a flag names its competitions, and none when it holds in all', async () => {
  const [{ code: first }, { code: second }] = [await aCompetition(app.db, {}), await aCompetition(app.db, {})]
  const found = await caller({ flags: ['faq'] }, (account_id) =>
    app.db
      .insertInto('admin_flags')
      .values([
        { account_id, flag: 'faq', competition_code: first },
        { account_id, flag: 'events', competition_code: first },
        { account_id, flag: 'events', competition_code: second },
      ])
      .execute(),
  )
  expect(found?.flags).toEqual({ faq: [], events: expect.any(Array) })
  expect(found?.flags.events?.toSorted()).toEqual([first, second].toSorted())
})

test('EN-02 RL-02 nobody has the permissions of another, neither in the portal nor in the token', async () => {
  const flagsOf = async (given: Parameters<typeof anAccount>[1]) => {
    const { token } = await loggedIn(app, await anAccount(app, given))
    return [(await authenticate(app.services, token))?.flags, decodeJwt(token).admin_permissions]
  }
  expect(await flagsOf({ flags: ['faq', 'admins'] })).toEqual([{ faq: [], admins: [] }, ['admins', 'faq']])
  expect(await flagsOf({ flags: ['events'] })).toEqual([{ events: [] }, ['events']])
  expect(await flagsOf({})).toEqual([{}, []])
})

test('a caller is read once, and again when something of the access has changed', async () => {
  const person = await anAccount(app)
  const { token } = await loggedIn(app, person)
  const statements = () => countQueries(() => authenticate(app.services, token))
  const read = await vi.waitFor(async () => {
    const answer = await authenticate(app.services, token)
    expect(await statements()).toBe(0)
    return answer
  }, patience)
  expect(await authenticate(app.services, token)).toEqual(read)
  await app.db.insertInto('account_roles').values({ account_id: person.id, role: 'mentor' }).execute()
  await vi.waitFor(
    async () => expect(await authenticate(app.services, token)).toEqual({ ...read, isMentor: true }),
    patience,
  )
})
