import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const person = {
  last_name: 'Тихонова',
  first_name: 'Вера',
  middle_name: '',
  password: rightPassword,
  password_confirmation: rightPassword,
}

let invited = 0
async function anInvitation() {
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay', settings: { task: 'О решении' } } })
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const { token } = await sessionOf(app, organiser)
  const place = { competition: code, code: 'essay' }
  const prefix = '/admin/competitions/:competition/stages/:code' as const
  const email = `judge${++invited}@letters.test`
  const invite = () => app.call(`POST ${prefix}/judges`, { token, params: place, body: { emails: email } })
  const letters = async () => (await app.call('GET /dev/outbox', { query: { to: email } })).body
  const sent = await invite()
  expect(sent.body).toMatchObject({ letters: [email], judging: { invitations: [{ email, expired: false }] } })
  return {
    email,
    stageId: stageIds.essay,
    invite,
    /** The link of the newest letter. */
    link: async () => /staff-invitation#(\S+)/.exec((await letters())[0]?.text ?? '')?.[1] ?? '',
    judging: async () => (await app.call(`GET ${prefix}/judging`, { token, params: place })).body,
    withdraw: () => app.call(`POST ${prefix}/judges/withdraw`, { token, params: place, body: { email } }),
  }
}

const read = (token: string) => app.call('POST /auth/staff-invitation/read', { body: { token } })
const accept = (token: string, who: typeof person | null = person) =>
  app.call('POST /auth/staff-invitation', { body: { token, ...(who && { person: who }) } })

test('a person without an account gets a letter, makes an account with it and judges; the link works once', async () => {
  const { email, link, judging } = await anInvitation()
  const token = await link()
  expect((await read(token)).body).toMatchObject({ email, has_account: false, duties: [{ duty: 'judge' }] })
  expect((await accept(token, null)).body.code).toBe('account_needed')
  expect((await accept(token, { ...person, password: '123', password_confirmation: '123' })).status).toBe(422)
  const made = await accept(token)
  const session = made.body.access_token ?? ''
  expect((await app.call('GET /user/profile', { token: session })).body).toMatchObject({ last_name: 'Тихонова' })
  expect((await app.call('GET /desk/judging', { token: session })).status).toBe(200)
  expect(await judging()).toMatchObject({ invitations: [], judges: [{ email, name: 'Тихонова Вера' }] })
  expect((await accept(token)).body.code).toBe('link_expired')
  expect((await read(token)).body.code).toBe('link_expired')
})

test('two browsers accept at the same moment: one account', async () => {
  const { link, email } = await anInvitation()
  const token = await link()
  const both = await Promise.all([accept(token), accept(token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await app.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toHaveLength(1)
})

test('a second letter replaces the link; a withdrawn invitation and a two-week-old one do not open', async () => {
  const one = await anInvitation()
  const first = await one.link()
  await one.invite()
  expect((await read(first)).body.code).toBe('link_expired')
  const second = await one.link()
  expect((await read(second)).status).toBe(200)
  expect((await one.withdraw()).body.invitations).toEqual([])
  expect((await read(second)).body.code).toBe('link_expired')
  expect((await one.withdraw()).body.code).toBe('user_not_found')
  const other = await anInvitation()
  const token = await other.link()
  const now = app.clock.now()
  app.clock.advance(14 * 24 * 3_600_000)
  expect((await accept(token)).body.code).toBe('link_expired')
  app.clock.set(now)
  expect((await accept(token)).status).toBe(200)
})

test('a person who has made an account meanwhile keeps it: the duty is given, and the letter opens no session', async () => {
  const { email, link, judging } = await anInvitation()
  const account = await anAccount(app, { email })
  const token = await link()
  expect((await read(token)).body.has_account).toBe(true)
  const accepted = await accept(token, { ...person, first_name: 'Чужая' })
  expect(accepted.body.access_token).toBeNull()
  expect(accepted.cookies.refresh).toBeUndefined()
  expect(await judging()).toMatchObject({ invitations: [], judges: [{ email }] })
  const { first_name } = await app.db
    .selectFrom('accounts')
    .select('first_name')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  expect(first_name).not.toBe('Чужая')
})

test('an account that has not confirmed this address does not get the duty', async () => {
  const { email, link, judging } = await anInvitation()
  const account = await anAccount(app, { email })
  await app.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', account.id).execute()
  expect((await accept(await link())).body.code).toBe('email_unconfirmed')
  expect(await judging()).toMatchObject({ invitations: [{ email }], judges: [] })
})
