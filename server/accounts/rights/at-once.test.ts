import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
let season: string
let organiser: { token: string }
beforeAll(async () => {
  app = await testApp({ remembers: true })
  ;({ code: season } = await aCompetition(app.db, {
    essay: { type: 'essay' },
    mentors: { type: 'mentor_choice' },
    match: { type: 'playoff' },
  }))
  const flags = ['admins', 'assessment', 'mentors'] as const
  organiser = await sessionOf(app, await anAccount(app, { isDemo: true, flags: [...flags] }))
})
afterAll(() => app.close())

/** A person without duties whose address is confirmed. */
async function aConfirmed() {
  const person = await aPerson(app)
  await app.db.updateTable('accounts').set({ email_verified_at: app.clock.now() }).where('id', '=', person.id).execute()
  return person
}
type Person = Awaited<ReturnType<typeof aConfirmed>>

const place = (code: string) => ({ token: organiser.token, params: { competition: season, code } })
const checks = ({ email }: Person) =>
  app.call('POST /admin/competitions/:competition/stages/:code/checkers', { ...place('essay'), body: { email } })
const judges = ({ email }: { email: string }) =>
  app.call('POST /admin/competitions/:competition/stages/:code/judges', { ...place('essay'), body: { emails: email } })
const fields = { position: '', field: '', region: '', employer: '', about: '', video: '', assistant_email: '' }
const mentors = ({ testId }: Person, assistant_email = '') =>
  app.call('PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id', {
    ...{ token: organiser.token, params: { competition: season, code: 'mentors', test_id: testId } },
    body: { ...fields, assistant_email, capacity: null, topics: [] },
  })
const invites = (email: string) =>
  app.call('POST /admin/competitions/:competition/rights/invitations', {
    ...{ token: organiser.token, params: { competition: season }, body: { email, flags: ['reports'] } },
  })
const accepts = (token: string) => app.call('POST /auth/staff-invitation', { body: { token } })
const asksErasure = ({ token }: Person) => app.call('POST /user/erasure', { token, body: { password: rightPassword } })
const lockOf =
  ({ id }: Person) =>
  (tx: Tx) =>
    sql`select from accounts where id = ${id} for update`.execute(tx)
const rolesOf = async ({ id }: Person) =>
  (await app.db.selectFrom('account_roles').select('role').where('account_id', '=', id).execute()).map(
    ({ role }) => role,
  )

test('TW-14 R-57 who asks for erasure while they get a duty is not given it', async () => {
  const person = await aConfirmed()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(person),
    call: () => checks(person),
    meanwhile: (tx) =>
      tx
        .insertInto('erasure_requests')
        .values({ account_id: person.id, asked_at: app.clock.now(), due_at: app.clock.now() })
        .execute(),
  })
  expect([answer.status, answer.body.code, await rolesOf(person)]).toEqual([409, 'erasure_asked', []])
})

test('TW-14 R-57 who gets a duty while they ask for erasure keeps the account', async () => {
  const person = await aConfirmed()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(person),
    call: () => asksErasure(person),
    meanwhile: (tx) => tx.insertInto('account_roles').values({ account_id: person.id, role: 'mentor' }).execute(),
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'erasure_not_now'])
})

test('TW-14 R-57 whoever has asked for erasure becomes neither judge, checker, mentor nor organiser', async () => {
  const person = await aConfirmed()
  await asksErasure(person)
  expect((await invites(person.email)).status).toBe(200)
  const answers = [
    await checks(person),
    await judges(person),
    await mentors(person),
    await accepts(await linkTo(person.email)),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('erasure_asked'))
  expect(await rolesOf(person)).toEqual([])
  await app.call('DELETE /user/erasure', { token: person.token })
  expect((await checks(person)).status).toBe(200)
})

test('TW-03 TW-14 an account that is merged while it gets a duty gets none', async () => {
  const kept = await aPerson(app)
  const refused = { checks, mentors, accepts: async ({ email }: Person) => accepts(await linkTo(email)) }
  const codes: Record<string, unknown> = {}
  for (const [way, gives] of Object.entries({ ...refused, judges })) {
    const person = await aConfirmed()
    await invites(person.email)
    const answer = await meetInOrder(app.db, {
      lock: lockOf(person),
      call: (): Promise<{ body: unknown }> => gives(person),
      meanwhile: (tx) =>
        sql`update accounts set merged_into = ${kept.id}, disabled_at = now() where id = ${person.id}`.execute(tx),
    })
    codes[way] = (answer.body as { code?: string }).code
    expect(await rolesOf(person)).toEqual([])
    expect(await app.db.selectFrom('admin_flags').where('account_id', '=', person.id).execute()).toEqual([])
  }
  // An address without an open account gets a letter.
  const notFound = 'user_not_found'
  expect(codes).toEqual({ checks: notFound, mentors: notFound, accepts: 'email_unconfirmed', judges: undefined })
})

const withdraws = async (email: string) => {
  const { id } = (await invitationTo(email)) ?? { id: 0 }
  return app.call('DELETE /admin/competitions/:competition/rights/invitations/:invitation_id', {
    ...{ token: organiser.token, params: { competition: season, invitation_id: id } },
  })
}
const withdrawsFromPortal = async (email: string) => {
  const { id } = (await invitationTo(email)) ?? { id: 0 }
  const { token } = organiser
  return app.call('DELETE /admin/rights/invitations/:invitation_id', { token, params: { invitation_id: id } })
}
const withdrawsJudge = (email: string) =>
  app.call('POST /admin/competitions/:competition/stages/:code/judges/withdraw', { ...place('essay'), body: { email } })
const invitationTo = (email: string) =>
  app.db.selectFrom('staff_invitations').select('id').where('email', '=', email).executeTakeFirst()

test('TW-14 an invitation that is withdrawn while another right is added stays with that right', async () => {
  const { code } = await aCompetition(app.db, {})
  const mentor = await aConfirmed()
  const ways: [(email: string) => Promise<unknown>, (email: string) => Promise<unknown>][] = [
    [invites, withdraws],
    [(email) => judges({ email }), withdrawsJudge],
    [(email) => mentors(mentor, email), () => mentors(mentor)],
  ]
  for (const [at, [invite, withdraw]] of ways.entries()) {
    const email = `helper${at}@example.test`
    await invite(email)
    await meetInOrder(app.db, {
      lock: (tx) => sql`select from staff_invitations where email = ${email} for update`.execute(tx),
      call: () => withdraw(email),
      meanwhile: (tx) =>
        sql`insert into staff_invitation_flags (invitation_id, competition_code, flag)
          select id, ${code}, 'reports' from staff_invitations where email = ${email}`.execute(tx),
    })
    expect(await invitationTo(email), email).toBeDefined()
  }
})

test('TW-09 TW-14 who accepts an invitation while it is withdrawn has accepted it, and nothing is repeated', async () => {
  let repeated = 0
  const count = () => {
    repeated++
  }
  subscribe('portal:repeated-transaction', count)
  for (const withdraw of [withdraws, withdrawsFromPortal]) {
    const person = await aConfirmed()
    await invites(person.email)
    const link = await linkTo(person.email)
    let withdrawing: Promise<{ body: { code?: string } }> | undefined
    const accepted = await meetInOrder(app.db, {
      lock: lockOf(person),
      call: () => accepts(link),
      meanwhile: async () => {
        withdrawing = withdraw(person.email)
        await untilWaiting(app.db, 2)
      },
    })
    expect([accepted.status, (await withdrawing)?.body.code, repeated]).toEqual([200, 'rights_not_invited', 0])
  }
  unsubscribe('portal:repeated-transaction', count)
})

test('TW-14 of two administrators who take each other’s rights at once one stays', async () => {
  const anAdministrator = async () => {
    const account = await anAccount(app, { isDemo: true })
    const flag = { account_id: account.id, flag: 'admins', competition_code: season } as const
    await app.db.insertInto('admin_flags').values(flag).execute()
    await app.heard()
    return { ...account, token: (await sessionOf(app, account)).token }
  }
  const [first, second] = [await anAdministrator(), await anAdministrator()]
  const rights = app.db.deleteFrom('admin_flags').where('account_id', '=', second.id)
  const answer = await meetInOrder(app.db, {
    // The first takes the rights of the second.
    lock: (tx) =>
      sql`select from accounts where id in (${first.id}, ${second.id}) order by id for no key update`.execute(tx),
    call: () =>
      app.call('PUT /admin/competitions/:competition/rights/:test_id', {
        ...{ token: second.token, params: { competition: season, test_id: first.testId }, body: { flags: [] } },
      }),
    meanwhile: (tx) => tx.executeQuery(rights),
  })
  expect([answer.status, answer.body.code]).toEqual([403, 'no_access'])
  const left = app.db.selectFrom('admin_flags').select('flag').where('account_id', '=', first.id)
  expect(await left.execute()).toEqual([{ flag: 'admins' }])
})

/** The token of the newest link to this address. */
async function linkTo(email: string): Promise<string> {
  const { text } = await app.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', email)
    .where('text', 'like', '%staff-invitation#%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return text.match(/staff-invitation#(\S+)/)?.[1] ?? ''
}
