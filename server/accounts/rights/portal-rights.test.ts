import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { PortalFlag } from '#shared/accounts/rights/flag-titles.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

let app: TestApp
let season: string
let other: string
let chief: Awaited<ReturnType<typeof withFlag>>

async function withFlag(flag: AdminFlag, competition_code: string | null = null) {
  const account = await anAccount(app, { isDemo: true })
  await app.db.insertInto('admin_flags').values({ account_id: account.id, flag, competition_code }).execute()
  await app.heard()
  return { ...account, token: (await sessionOf(app, account)).token }
}

beforeAll(async () => {
  app = await testApp({ remembers: true })
  ;({ code: season } = await aCompetition(app.db, { essay: { type: 'essay' } }))
  ;({ code: other } = await aCompetition(app.db, { essay: { type: 'essay' } }))
  chief = await withFlag('admins')
})
afterAll(() => app.close())

const list = (token = chief.token) => app.call('GET /admin/rights', { token })
const set = (token: string, test_id: number, flags: PortalFlag[]) =>
  app.call('PUT /admin/rights/:test_id', { token, params: { test_id }, body: { flags } })
const invite = (email: string, flags: PortalFlag[], competitions: string[] = []) =>
  app.call('POST /admin/rights/invitations', { token: chief.token, body: { email, flags, competitions } })
const withdraw = (invitation_id: number) =>
  app.call('DELETE /admin/rights/invitations/:invitation_id', { token: chief.token, params: { invitation_id } })

const flagsOf = (account_id: number) =>
  app.db
    .selectFrom('admin_flags')
    .select(['flag', 'competition_code'])
    .where('account_id', '=', account_id)
    .orderBy('competition_code')
    .orderBy('flag')
    .execute()

async function linkTo(email: string): Promise<string> {
  const { text } = await app.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return text.match(/staff-invitation#(\S+)/)?.[1] ?? ''
}

/** Accepts the newest invitation to this address with a new account, and returns its session. */
async function accept(email: string): Promise<string> {
  const passwords = { password: rightPassword, password_confirmation: rightPassword }
  const person = { last_name: 'Новая', first_name: 'Анна', middle_name: '', ...passwords }
  const { body } = await app.call('POST /auth/staff-invitation', { body: { token: await linkTo(email), person } })
  return body.access_token ?? ''
}

test('FS-07 an administrator of the whole portal is invited, listed and withdrawn by another', async () => {
  const email = 'second@example.test'
  const invited = await invite(` ${email.toUpperCase()}`, ['admins', 'competitions'])
  expect(invited.body.invited).toMatchObject([{ email, flags: ['admins', 'competitions'], competitions: [] }])
  const read = await app.call('POST /auth/staff-invitation/read', { body: { token: await linkTo(email) } })
  expect(read.body.rights).toEqual(['admins', 'competitions'].map((flag) => ({ competition: null, flag })))
  expect(await accept(email)).not.toBe('')
  const { people } = (await list()).body
  const second = people.find((one) => one.email === email)
  expect(second).toMatchObject({ flags: ['admins', 'competitions'], competitions: [], self: false })

  const left = await set(chief.token, second?.test_id ?? 0, [])
  expect(left.body.people.some((one) => one.email === email)).toBe(false)
  expect((await set(chief.token, chief.testId, [])).body.code).toBe('rights_own')
  const acts = await app.db
    .selectFrom('audit')
    .select(['action', 'subject', 'detail'])
    .where('actor_id', '=', chief.id)
    .where('action', 'like', 'portal%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(acts).toMatchObject([
    {
      ...{ action: 'portal_rights_changed', subject: `rights:portal/${second?.test_id}` },
      detail: { changes: [{ before: 'права организаторов; настройки конкурса и этапов', after: 'нет' }] },
    },
    { action: 'portal_staff_invited' },
  ])
})

test('FS-07 two administrators who withdraw each other at the same moment leave one', async () => {
  const [one, two] = [await withFlag('admins'), await withFlag('admins')]
  const answers = await meetInOrder(app.db, {
    lock: (tx) => tx.selectFrom('accounts').select('id').where('id', 'in', [one.id, two.id]).forUpdate().execute(),
    call: () => Promise.all([set(one.token, two.testId, []), set(two.token, one.testId, [])]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  expect([...(await flagsOf(one.id)), ...(await flagsOf(two.id))]).toEqual([{ flag: 'admins', competition_code: null }])
})

test('FS-08 a help editor and an organiser of several competitions are appointed; a right limited to some appoints nobody', async () => {
  await invite('editor@example.test', ['faq'])
  await accept('editor@example.test')
  await invite('several@example.test', ['participants', 'assessment'], [season, other])
  await accept('several@example.test')
  const { people, competitions } = (await list()).body
  expect(competitions.map(({ code }) => code)).toEqual(expect.arrayContaining([season, other]))
  expect(people.find(({ email }) => email === 'editor@example.test')).toMatchObject({
    ...{ flags: ['faq'], competitions: [], second_factor: false },
  })
  const several = people.find(({ email }) => email === 'several@example.test')
  expect(several?.flags).toEqual([])
  expect(several?.competitions.map(({ code, flags }) => [code, flags]).sort()).toEqual(
    [season, other].sort().map((code) => [code, ['assessment', 'participants']]),
  )
  // A right that the page does not offer stays.
  const host = await withFlag('events')
  await set(chief.token, host.testId, ['faq'])
  expect((await flagsOf(host.id)).map(({ flag }) => flag)).toEqual(['events', 'faq'])

  const limited = await withFlag('admins', season)
  expect((await list(limited.token)).body.code).toBe('no_access')
  expect((await set(limited.token, host.testId, [])).body.code).toBe('no_access')
  const stranger = await anAccount(app)
  expect((await set(chief.token, stranger.testId, ['faq'])).body.code).toBe('user_not_found')
})

test('FS-07 a withdrawn invitation gives nothing; a wrong address, the own one and an unknown competition are refused', async () => {
  const { invited } = (await invite('gone@example.test', ['reports'], [season, other])).body
  const { id = 0, competitions = [] } = invited.find(({ email }) => email === 'gone@example.test') ?? {}
  expect(competitions.map(({ flags }) => flags)).toEqual([['reports'], ['reports']])
  expect((await withdraw(id)).status).toBe(200)
  expect((await withdraw(id)).body.code).toBe('rights_not_invited')
  const token = await linkTo('gone@example.test')
  expect((await app.call('POST /auth/staff-invitation/read', { body: { token } })).body.code).toBe('link_expired')
  expect((await invite('не почта', ['faq'])).body.code).toBe('email_incorrect')
  expect((await invite(chief.email, ['faq'])).body.code).toBe('rights_own')
  expect((await invite('new@example.test', ['faq'], [season, 'no_such'])).body.code).toBe('competition_not_found')
})
