import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, logIn } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { authenticate, callerOfSession } from './authenticate.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const caller = async (given: Parameters<typeof anAccount>[1], change?: (id: number) => Promise<unknown>) => {
  const person = await anAccount(app, given)
  await change?.(person.id)
  return authenticate(app.services, (await logIn(app, person)).token)
}

test('a caller has each role of the account independently of the others', async () => {
  expect(await caller({})).toMatchObject({ isMentor: false, isAssessor: false, flags: {} })
  expect(await caller({ roles: ['mentor'] })).toMatchObject({ isMentor: true, isAssessor: false })
  expect(await caller({ roles: ['assessor'] })).toMatchObject({ isMentor: false, isAssessor: true })
})

test('R-10 only an authenticator app, or a demo, opens the sections of organisers', async () => {
  const mayOrganise = async (given: { isDemo?: boolean }, second_factor: 'none' | 'sms' | 'totp' = 'none') => {
    const person = await anAccount(app, given)
    const { token } = await logIn(app, person)
    await app.db.updateTable('accounts').set({ second_factor }).where('id', '=', person.id).execute()
    return (await authenticate(app.services, token))?.mayOrganise
  }
  expect(await mayOrganise({})).toBe(false)
  expect(await mayOrganise({}, 'sms')).toBe(false)
  expect(await mayOrganise({}, 'totp')).toBe(true)
  expect(await mayOrganise({ isDemo: true })).toBe(true)
})

test('a flag lists its competitions, and none when it is valid in all', async () => {
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

test('EN-02 RL-02 an account has only its own permissions, both in the portal and in the token', async () => {
  const flagsOf = async (given: Parameters<typeof anAccount>[1]) => {
    const { token } = await logIn(app, await anAccount(app, given))
    return [(await authenticate(app.services, token))?.flags, decodeJwt(token).admin_permissions]
  }
  expect(await flagsOf({ flags: ['faq', 'admins'] })).toEqual([{ faq: [], admins: [] }, ['admins', 'faq']])
  expect(await flagsOf({ flags: ['events'] })).toEqual([{ events: [] }, ['events']])
  expect(await flagsOf({})).toEqual([{}, []])
})

test('a caller is read from the database once, and again when their access has changed', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
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

test('R-18 a session gives no access once it has ended in any way, nor to another person', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const { token } = await logIn(app, person)
  const { sid: sessionId } = decodeJwt<{ sid: string }>(token)
  const whose = async (accountId = person.id, now = app.clock.now()) =>
    (await callerOfSession(app.services, { accountId, sessionId }, now))?.caller.accountId
  const { expires_at, session_epoch } = await app.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['expires_at', 'session_epoch'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  expect([await whose(), await whose(other.id)]).toEqual([person.id, undefined])
  expect(await callerOfSession(app.services, { accountId: person.id, sessionId }, app.clock.now())).toMatchObject({
    epoch: session_epoch,
    caller: { sessionId, until: expires_at.getTime(), secondFactor: 'none', isDemo: false },
  })
  expect(await whose(person.id, new Date(expires_at.getTime() - 1))).toBe(person.id)
  expect(await whose(person.id, expires_at)).toBeUndefined()
  const account = (change: { disabled_at: Date | null }) =>
    app.db.updateTable('accounts').set(change).where('id', '=', person.id).execute()
  await account({ disabled_at: app.clock.now() })
  expect(await whose()).toBeUndefined()
  await account({ disabled_at: null })
  expect(await whose()).toBe(person.id)
  // The person has another session, which stays active.
  await logIn(app, person)
  await app.db.updateTable('sessions').set({ revoked_at: app.clock.now() }).where('id', '=', sessionId).execute()
  expect(await whose()).toBeUndefined()
})

test('a demo account cannot be used outside a demo', async () => {
  const demo = await anAccount(app, { isDemo: true })
  const { token } = await logIn(app, demo)
  const { sid: sessionId } = decodeJwt<{ sid: string }>(token)
  const who = async (isDemo: boolean, accountId: number, session: string) =>
    (
      await callerOfSession(
        { ...app.services, config: { ...app.config, demo: isDemo } },
        { accountId, sessionId: session },
        app.clock.now(),
      )
    )?.caller.accountId
  expect([await who(true, demo.id, sessionId), await who(false, demo.id, sessionId)]).toEqual([demo.id, undefined])
  const person = await anAccount(app)
  const own = decodeJwt<{ sid: string }>((await logIn(app, person)).token).sid
  expect(await who(false, person.id, own)).toBe(person.id)
})

test('R-13 R-18 a token is cached until it or its session expires, and a token of an earlier epoch gives no access', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  const { exp = 0, sid } = decodeJwt<{ sid: string }>(token)
  expect((await authenticate(app.services, token))?.until).toBe(exp * 1000)
  const sooner = new Date(app.clock.now().getTime() + 60_000)
  await app.db.updateTable('sessions').set({ expires_at: sooner }).where('id', '=', sid).execute()
  const again = { ...app.services, callers: { ...app.services.callers, find: () => null } }
  expect((await authenticate(again, token))?.until).toBe(sooner.getTime())
  await app.db
    .updateTable('accounts')
    .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
    .where('id', '=', person.id)
    .execute()
  expect(await authenticate(again, token)).toBeNull()
})
