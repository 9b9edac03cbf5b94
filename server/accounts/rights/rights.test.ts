import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { GivenFlag } from '#shared/accounts/rights/flag-titles.ts'

const path = '/admin/competitions/:competition/rights'

let app: TestApp
let season: string
let elsewhere: string
let chief: Awaited<ReturnType<typeof anOrganiser>>

async function anOrganiser(flag: 'admins' | 'reports', competition_code: string | null) {
  const account = await anAccount(app, { isDemo: true })
  await app.db.insertInto('admin_flags').values({ account_id: account.id, flag, competition_code }).execute()
  await app.heard()
  return { ...account, token: (await sessionOf(app, account)).token }
}

beforeAll(async () => {
  app = await testApp({ remembers: true })
  ;({ code: season } = await aCompetition(app.db, { essay: { type: 'essay' } }))
  ;({ code: elsewhere } = await aCompetition(app.db, { essay: { type: 'essay' } }))
  chief = await anOrganiser('admins', season)
})
afterAll(() => app.close())

const list = (token: string, competition = season) => app.call(`GET ${path}`, { token, params: { competition } })
const set = (token: string, test_id: number, flags: GivenFlag[], competition = season) =>
  app.call(`PUT ${path}/:test_id`, { token, params: { competition, test_id }, body: { flags } })
const invite = (email: string, flags: GivenFlag[]) =>
  app.call(`POST ${path}/invitations`, { token: chief.token, params: { competition: season }, body: { email, flags } })

/** The token of the newest link to this address. */
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

test('R-30 rights are given and taken in one competition, take effect at once, and do not reach another', async () => {
  const other = await anOrganiser('reports', season)
  const { body } = await set(chief.token, other.testId, ['participants', 'reports'])
  expect(body.people.find(({ test_id }) => test_id === other.testId)).toMatchObject({
    ...{ flags: ['participants', 'reports'], everywhere: [], self: false },
  })
  await app.heard()
  const people = (competition: string) =>
    app.call('GET /admin/competitions/:competition/participants', { token: other.token, params: { competition } })
  expect([(await people(season)).status, (await people(elsewhere)).status]).toEqual([200, 403])
  await set(chief.token, other.testId, ['reports'])
  await app.heard()
  expect((await people(season)).status).toBe(403)
  // Rights for all competitions stay, and the chief’s limited right does not reach another competition.
  const everywhere = await anOrganiser('reports', null)
  expect((await set(chief.token, everywhere.testId, [])).body.people).toContainEqual(
    expect.objectContaining({ test_id: everywhere.testId, flags: [], everywhere: ['reports'] }),
  )
  expect((await set(chief.token, other.testId, ['admins'], elsewhere)).body.code).toBe('no_access')
  expect((await set(chief.token, chief.testId, [])).body.code).toBe('rights_own')
  const stranger = await anAccount(app)
  expect((await set(chief.token, stranger.testId, ['admins'])).body.code).toBe('user_not_found')
  const acts = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('actor_id', '=', chief.id)
    .orderBy('id')
    .limit(1)
    .execute()
  expect(acts[0]).toMatchObject({
    action: 'rights_changed',
    detail: {
      person: other.testId,
      changes: [{ before: 'отчёты и выгрузки', after: 'участники и обращения; отчёты и выгрузки' }],
    },
  })
})

test('an invitation makes an account with rights in one competition; its link works once and until it expires', async () => {
  expect((await invite('не почта', ['reports'])).body.code).toBe('email_incorrect')
  expect((await invite(chief.email, ['reports'])).body.code).toBe('rights_own')
  const email = 'new.organiser@example.test'
  const { body } = await invite(` ${email.toUpperCase()} `, ['reports', 'mentors'])
  expect(body.invited).toMatchObject([{ email, flags: ['mentors', 'reports'], over: false }])
  const old = await linkTo(email)
  await invite(email, ['reports'])
  const token = await linkTo(email)
  const read = (link: string) => app.call('POST /auth/staff-invitation/read', { body: { token: link } })
  expect((await read(old)).body.code).toBe('link_expired')
  expect((await read(token)).body.rights).toEqual([{ competition: expect.any(String), flag: 'reports' }])
  const person = { last_name: 'Новая', first_name: 'Анна', middle_name: '' }
  const passwords = { password: rightPassword, password_confirmation: rightPassword }
  const accept = (link: string) =>
    app.call('POST /auth/staff-invitation', { body: { token: link, person: { ...person, ...passwords } } })
  expect((await accept(token)).body.access_token).toEqual(expect.any(String))
  expect((await accept(token)).body.code).toBe('link_expired')
  expect((await list(chief.token)).body).toMatchObject({
    invited: [],
    people: expect.arrayContaining([expect.objectContaining({ email, flags: ['reports'], second_factor: false })]),
  })

  await invite('late@example.test', ['reports'])
  const late = await linkTo('late@example.test')
  const now = app.clock.now()
  app.clock.advance(14 * 24 * 3_600_000 + 1)
  expect((await accept(late)).body.code).toBe('link_expired')
  app.clock.set(now)
})

test('an invited person with an account gets the rights there; a withdrawn invitation gives none', async () => {
  const known = await anAccount(app)
  await app.db.updateTable('accounts').set({ email_verified_at: app.clock.now() }).where('id', '=', known.id).execute()
  await invite(known.email, ['participants'])
  const token = await linkTo(known.email)
  expect((await app.call('POST /auth/staff-invitation', { body: { token } })).body.access_token).toBeNull()
  const flags = await app.db
    .selectFrom('admin_flags')
    .select(['flag', 'competition_code'])
    .where('account_id', '=', known.id)
    .execute()
  expect(flags).toEqual([{ flag: 'participants', competition_code: season }])

  const { body } = await invite('gone@example.test', ['reports'])
  const id = body.invited.find(({ email }) => email === 'gone@example.test')?.id ?? 0
  const withdraw = () =>
    app.call(`DELETE ${path}/invitations/:invitation_id`, {
      token: chief.token,
      params: { competition: season, invitation_id: id },
    })
  expect((await withdraw()).status).toBe(200)
  expect((await withdraw()).body.code).toBe('rights_not_invited')
  const link = await linkTo('gone@example.test')
  expect((await app.call('POST /auth/staff-invitation/read', { body: { token: link } })).body.code).toBe('link_expired')
})
