import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { Access, RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'
import { loggedIn } from './logged-in.ts'

type Key = keyof typeof routes
const all = Object.entries(routes) as [Key, RouteSpec][]

const people = {
  participant: 'participant@demo.test',
  finalist: 'finalist@demo.test',
  captain: 'captain@demo.test',
  mentor: 'mentor@demo.test',
  assessor: 'assessor@demo.test',
  editor: 'editor@demo.test',
  admin: 'admin@demo.test',
} as const
type Role = keyof typeof people | 'anonymous'
const roles: Role[] = ['anonymous', ...(Object.keys(people) as (keyof typeof people)[])]

/** Who may call a route of each access level, written out independently of the code that decides. */
const admitted: Record<Access, Role[]> = {
  public: roles,
  participant: roles.filter((role) => role !== 'anonymous'),
  mentor: ['mentor'],
  assessor: ['assessor'],
  competitions: ['admin'],
  participants: ['admin'],
  assessment: ['admin'],
  faq: ['editor', 'admin'],
  notifications: ['admin'],
  events: ['admin'],
  mentors: ['admin'],
  reports: ['admin'],
  admins: ['admin'],
}

let app: TestApp
const tokens: Partial<Record<Role, string>> = {}

beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
  await loadDemo(app.services)
  for (const [role, username] of Object.entries(people)) tokens[role as Role] = await loggedIn(app, username)
}, 60_000)
afterAll(() => app.close())

/** A call with only a valid address: access is checked before anything else. */
function callWithoutData(key: Key, token: string | undefined) {
  const [method = '', path = ''] = key.split(' ')
  const url = `/api/v3${path.replace(/:\w+/g, '999999')}`
  const hasBody = (routes[key] as RouteSpec).body !== undefined
  return app.fetch(url, {
    method,
    headers: {
      ...(token ? { 'X-Token': token } : {}),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{"no_such_field":1}' } : {}),
  })
}

// These routes end the caller's session; their own tests prove what they do.
const endsTheSession = new Set<string>(['POST /auth/revoke-sessions', 'POST /auth/logout'])

test('R-25 R-26 every route allows exactly the callers of its access level', async () => {
  const wrong: string[] = []
  let calls = 0
  for (const [key, spec] of all) {
    for (const role of roles) {
      if (role !== 'anonymous' && endsTheSession.has(key)) continue
      const answer = await callWithoutData(key, tokens[role])
      const body = (await answer.json().catch(() => ({}))) as { code?: string }
      const shut = answer.status === 401 ? body.code === 'unauthorized' : body.code === 'no_access'
      const expected = admitted[spec.access].includes(role)
      if (shut === expected) wrong.push(`${key} as ${role}: ${answer.status} ${body.code}`)
      calls += 1
    }
  }
  expect(wrong).toEqual([])
  expect(calls).toBeGreaterThan(all.length * (roles.length - 1) - roles.length * 2)
}, 120_000)

test('RL-01 R-25 only the routes in this list are public', () => {
  expect(
    all
      .filter(([, spec]) => spec.access === 'public')
      .map(([key]) => key)
      .sort(),
  ).toEqual([
    'GET /app/config',
    'GET /competitions',
    'GET /dev/outbox',
    'GET /dictionaries/:dict',
    'GET /faq-images/:file_id',
    'GET /registration/:code/form',
    'GET /registration/:code/notify',
    'POST /auth/first-administrator',
    'POST /auth/login',
    'POST /auth/login/restore',
    'POST /auth/logout',
    'POST /auth/not-me',
    'POST /auth/password/create',
    'POST /auth/register/complete',
    'POST /auth/register/email_change',
    'POST /auth/register/email_code_request',
    'POST /auth/register/email_confirm',
    'POST /auth/register/phone_confirm',
    'POST /auth/register/prepare',
    'POST /auth/register/progress',
    'POST /auth/register/reg_info',
    'POST /auth/register/sms_repeat',
    'POST /auth/token/refresh',
    'POST /client-errors',
    'POST /user/email-verify',
  ])
})

test('R-29 every write refuses fields that its contract does not name', async () => {
  const bodies = all.filter(([, spec]) => spec.body !== undefined)
  expect(bodies.length).toBeGreaterThan(15)
  for (const [key] of bodies)
    for (const extra of ['id', 'user_id', 'permissions', 'session_epoch']) {
      const [method = '', path = ''] = key.split(' ')
      const answer = await app.fetch(`/api/v3${path.replace(/:\w+/g, '999999')}`, {
        method,
        headers: {
          'X-Token': tokens.admin ?? '',
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.9.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
        },
        body: JSON.stringify({ [extra]: 1 }),
      })
      expect([key, answer.status]).toEqual([key, 400])
    }
}, 60_000)

type Owned = { params(): Promise<Record<string, string>>; body?: unknown; query?: string }

/** How to name a row of the finalist's on each route with an id; a route that is missing here fails the test. */
const owned: Partial<Record<Key, Owned>> = {
  'GET /user/stages/:stage_id': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/receipt': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/work': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/draft': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/preview': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/revisions': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/revisions/:revision': {
    params: async () => ({ ...(await stageOf('form')), revision: '1' }),
  },
  'GET /user/files/:file_id': { params: fileOfFinalist },
  'DELETE /user/files/:file_id': { params: fileOfFinalist },
  'DELETE /user/sessions/:id': { params: sessionOfFinalist },
  'POST /user/consents/:id/withdraw': { params: () => consentOfFinalist(null) },
  'POST /user/consents/:id/give': { params: () => consentOfFinalist('2026-11-01T00:00:00Z'), body: { version: 1 } },
  'POST /user/choosed_mentors/:mentor_id': { params: mentorOfFinalist, body: { comment: 'Здравствуйте' } },
  'POST /user/meeting-invitations/:id': { params: meetingOfFinalist, body: { status: 'accepted' } },
  'GET /user/teams_formation/members/:user_id/profile': { params: numberOfFinalist },
  'POST /user/teams_formation/members/:user_id/profile': {
    params: numberOfFinalist,
    body: { skills: 'Сметы', about: '', contact: '' },
  },
  'PUT /user/teams_formation/members/:user_id/profile': {
    params: numberOfFinalist,
    body: { skills: 'Сметы', about: '', contact: '' },
  },
  'PATCH /user/notifications/:id': { params: notificationOfFinalist, body: { status: 'read' } },
}
/** Routes whose id names something that the whole competition shares; the answer is the caller's own. */
const sharedIds = new Set<string>([
  'GET /user/rules/:id',
  'POST /user/rules/:id',
  'GET /user/registration/:stage_id',
  'POST /user/registration/:stage_id',
  // A competition and its stages belong to nobody; server/stage-editing proves which organiser may edit them.
  'GET /admin/competitions/:competition/stages',
  'GET /admin/competitions/:competition/stages/:code',
  'PUT /admin/competitions/:competition/stages/:code',
  'POST /admin/competitions/:competition/stages/:code/publish',
  'DELETE /admin/competitions/:competition/stages/:code/edits',
  'GET /admin/competitions/:competition/audit',
  'GET /admin/competitions/:competition/audit/csv',
  // Each writes the caller's own work; server/stages/work.test.ts proves who can use which draft.
  'PUT /user/stages/:stage_id/draft',
  'PUT /user/stages/:stage_id/answer',
  'GET /user/forms/:competition/:form',
  'PUT /user/forms/:competition/:form',
  'GET /user/forms/:competition/:form/draft',
  'PUT /user/forms/:competition/:form/draft',
  // The code is the competition's; teams.test.ts proves who can see which profile.
  'GET /user/:code/regional_teams/my-group',
  'GET /user/:code/regional_teams/my-team',
  'GET /user/:code/regional_teams/my-profile',
  'POST /user/:code/regional_teams/my-profile',
  'POST /user/:code/regional_teams/join-team',
  'POST /user/:code/regional_teams/leave-team',
  'GET /user/:code/regional_teams/my-team-assessments',
  'POST /user/:code/regional_teams/my-team-assessments',
  // Everyone at the stage can name a team; server/team-formation proves who may see and do what.
  'GET /user/teams_formation/:stage_id/teams',
  'POST /user/teams_formation/:stage_id/teams',
  'GET /user/teams_formation/teams/:team_id',
  'PUT /user/teams_formation/teams/:team_id',
  'POST /user/teams_formation/teams/:team_id/members',
  'PUT /user/teams_formation/teams/:team_id/members/:user_id',
  'DELETE /user/teams_formation/teams/:team_id/members/:user_id',
  'POST /user/teams_formation/teams/:team_id/invite_code',
  'DELETE /user/teams_formation/teams/:team_id/invite_code',
  'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation',
  'POST /user/teams_formation/:stage_id/invited_team',
  'GET /user/teams_formation/:stage_id/seekers',
  'PUT /user/teams_formation/:stage_id/looking',
  'GET /registration/:code/notify',
  'GET /registration/:code/form',
  'GET /dictionaries/:dict',
  // For organisers: feedback.test.ts proves who may see which competition's requests.
  'POST /admin/feedback/:id/answer',
  'PATCH /admin/feedback/:id',
  'GET /admin/feedback/:id/files/:file_id',
  // bookings.test.ts proves that the event must be for the caller and that only own bookings can be changed.
  'GET /offline_event_slots/:id',
  'POST /offline_event_slot/:id',
  'DELETE /offline_event_slot/:id',
  'POST /faq-articles/:id/feedback',
  'GET /faq-images/:file_id',
  'PUT /admin/faq-articles/:id',
  'DELETE /admin/faq-articles/:id',
])

async function stageOf(type: string): Promise<Record<string, string>> {
  const stage = await app.db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', 'ru_season_5')
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return { stage_id: String(stage.id) }
}

async function accountId(email: string): Promise<number> {
  const row = await app.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return row.id
}

async function numberOfFinalist(): Promise<Record<string, string>> {
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('email', '=', people.finalist)
    .executeTakeFirstOrThrow()
  return { user_id: String(test_id) }
}

async function fileOfFinalist(): Promise<Record<string, string>> {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF']), 'резюме.pdf')
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': tokens.finalist ?? '' },
    body: form,
  })
  return { file_id: ((await answer.json()) as { file_id: string }).file_id }
}

async function mentorOfFinalist(): Promise<Record<string, string>> {
  const row = await app.db
    .selectFrom('mentor_choices')
    .select('mentor_id')
    .where('account_id', '=', await accountId(people.finalist))
    .executeTakeFirstOrThrow()
  return { mentor_id: String(row.mentor_id) }
}

async function meetingOfFinalist(): Promise<Record<string, string>> {
  const row = await app.db
    .selectFrom('meeting_parties as p')
    .innerJoin('meetings as m', 'm.id', 'p.meeting_id')
    .select('m.id')
    .where('p.account_id', '=', await accountId(people.finalist))
    .where('p.user_meeting_status', '=', 'pending')
    .where('m.status', '=', 'new')
    .executeTakeFirstOrThrow()
  return { id: String(row.id) }
}

async function sessionOfFinalist(): Promise<Record<string, string>> {
  const id = randomUUID()
  const now = app.clock.now()
  const expires_at = new Date(now.getTime() + 3_600_000)
  const account_id = await accountId(people.finalist)
  await app.db
    .insertInto('sessions')
    .values({ id, account_id, created_at: now, last_seen_at: now, expires_at })
    .execute()
  return { id }
}

async function consentOfFinalist(withdrawn: string | null): Promise<Record<string, string>> {
  const account_id = await accountId(people.finalist)
  const consent = await app.db
    .selectFrom('consents')
    .select('id')
    .where('account_id', '=', account_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('consents')
    .set({ withdrawn_at: withdrawn === null ? null : new Date(withdrawn) })
    .where('account_id', '=', account_id)
    .execute()
  return { id: String(consent.id) }
}

async function notificationOfFinalist(): Promise<Record<string, string>> {
  const row = await app.db
    .insertInto('notifications')
    .values({
      account_id: await accountId(people.finalist),
      title: 'Личное',
      text: 'Только вам',
      payload: '',
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: String(row.id) }
}

test('R-27 data of one person are found by the owner and by nobody else', async () => {
  const withIds = all.filter(([key]) => key.includes(':')).map(([key]) => key)
  expect(withIds.filter((key) => !owned[key] && !sharedIds.has(key))).toEqual([])
  for (const [key, { params, body }] of Object.entries(owned) as [Key, Owned][]) {
    const values = await params()
    const [method = '', path = ''] = key.split(' ')
    const call = (token: string | undefined) =>
      app.fetch(`/api/v3${path.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? '')}`, {
        method,
        headers: { 'X-Token': token ?? '', ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    if (path.includes('stages')) {
      // A stage is shared; a hand-in is not.
      const stranger = await (await call(tokens.participant)).text()
      expect(stranger, key).not.toContain('finalist')
    } else {
      expect([key, (await call(tokens.participant)).status]).toEqual([key, 404])
      expect([key, (await call(tokens.admin)).status]).toEqual([key, 404])
      expect((await call(tokens.finalist)).status, key).toBeLessThan(300)
    }
  }
}, 60_000)
