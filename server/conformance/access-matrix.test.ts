import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { anAccount, loggedIn as logIn } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { type Access, adminFlags, type RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'
import { watchChanges } from './changes.ts'
import { loggedIn } from './logged-in.ts'
import { plainBody, plainQuery } from './plain-call.ts'

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
const endsTheSession = new Set<string>([
  'POST /auth/revoke-sessions',
  'POST /auth/logout',
  'POST /auth/password/change',
])

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

type Params = Record<string, string>
type Owned = { params(): Promise<Params>; body?: unknown }

/** How to name a row of the finalist's on each route with an id; a route that is missing here fails the test. */
const owned: Partial<Record<Key, Owned>> = {
  'GET /user/stages/:stage_id': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/receipt': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/work': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/draft': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/preview': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/revisions': { params: () => stageOf('form') },
  'GET /user/stages/:stage_id/revisions/:revision': {
    params: async () => {
      const stage = await stageOf('essay')
      await made(
        { method: 'PUT', url: `/api/v3/user/stages/${stage.stage_id}/draft`, json: { data: {} } },
        tokens.finalist,
      )
      return { ...stage, revision: '1' }
    },
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
/** What only the captain of a team may do with it; the finalist is one. */
const captains: Partial<Record<Key, Owned>> = {
  'PUT /user/teams_formation/teams/:team_id': { params: () => teamOfFinalist(), body: { about: 'Ищем людей' } },
  'POST /user/teams_formation/teams/:team_id/invite_code': {
    params: () => teamOfFinalist(),
    body: { days: 1, uses: 1 },
  },
  'DELETE /user/teams_formation/teams/:team_id/invite_code': { params: () => teamOfFinalist() },
  'PUT /user/teams_formation/teams/:team_id/members/:user_id': {
    params: () => teamOfFinalist('requested'),
    body: { become: 'member' },
  },
  'DELETE /user/teams_formation/teams/:team_id/members/:user_id': { params: () => teamOfFinalist('active') },
  'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation': { params: () => teamOfFinalist('seeks') },
}

/** Routes whose id names something that the whole competition shares; the answer is the caller's own. */
const sharedIds = new Set<string>([
  // Named by who chose the mentor; server/mentors proves that no other mentor reads it.
  'GET /mentors/files/:file_id',
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

async function stageOf(type: string, competition = 'ru_season_5'): Promise<Params> {
  const stage = await app.db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', competition)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return { stage_id: String(stage.id) }
}

async function accountId(email: string): Promise<number> {
  const row = await app.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return row.id
}

/** The team, and the number of somebody who is in it, wants to be, or looks for one. */
async function teamOfFinalist(other: 'active' | 'requested' | 'seeks' = 'active'): Promise<Params> {
  const id = await accountId(people.finalist)
  const { team_id, stage_id } = await app.db
    .selectFrom('formed_team_members')
    .select(['team_id', 'stage_id'])
    .where('account_id', '=', id)
    .where('role', '=', 'captain')
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  const { account_id } =
    other === 'seeks'
      ? await app.db
          .selectFrom('team_seekers')
          .select('account_id')
          .where('stage_id', '=', stage_id)
          .executeTakeFirstOrThrow()
      : await app.db
          .selectFrom('formed_team_members')
          .select('account_id')
          .where('team_id', '=', team_id)
          .where('account_id', '!=', id)
          .where('state', '=', other)
          .orderBy('account_id')
          .limit(1)
          .executeTakeFirstOrThrow()
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('id', '=', account_id)
    .executeTakeFirstOrThrow()
  return { team_id: String(team_id), user_id: String(test_id), stage_id: String(stage_id) }
}

async function numberOfFinalist(): Promise<Params> {
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('email', '=', people.finalist)
    .executeTakeFirstOrThrow()
  return { user_id: String(test_id) }
}

async function fileOfFinalist(): Promise<Params> {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF']), 'резюме.pdf')
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': tokens.finalist ?? '' },
    body: form,
  })
  return { file_id: ((await answer.json()) as { file_id: string }).file_id }
}

async function mentorOfFinalist(): Promise<Params> {
  const row = await app.db
    .selectFrom('mentor_choices')
    .select('mentor_id')
    .where('account_id', '=', await accountId(people.finalist))
    .executeTakeFirstOrThrow()
  return { mentor_id: String(row.mentor_id) }
}

async function meetingOfFinalist(): Promise<Params> {
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

async function sessionOfFinalist(): Promise<Params> {
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

async function consentOfFinalist(withdrawn: string | null): Promise<Params> {
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

async function notificationOfFinalist(): Promise<Params> {
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

/** What the parts of an address are called where the whole competition shares them. */
async function sharedParams(key: Key): Promise<Params> {
  const idIn = async (table: 'faq_articles' | 'offline_events' | 'offline_event_slots' | 'feedback_requests') => ({
    id: String((await app.db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id),
  })
  const path = key.slice(key.indexOf('/'))
  const form = { stage_id: (await stageOf('form')).stage_id ?? '', competition: 'ru_season_5', form: 'questionnaire' }
  if (path.startsWith('/admin/competitions')) return { ...form, code: 'questionnaire' }
  if (path.startsWith('/user/rules')) return { id: (await stageOf('rules')).stage_id ?? '' }
  if (path.startsWith('/user/registration')) return stageOf('registration')
  if (path.startsWith('/mentors/files')) return fileForMentor()
  if (path.includes('/files/')) return feedbackWithFile()
  if (path.startsWith('/admin/feedback')) return idIn('feedback_requests')
  if (path.includes('faq-articles')) return idIn('faq_articles')
  if (path.startsWith('/offline_event_slots')) return idIn('offline_events')
  if (path.startsWith('/offline_event_slot')) return idIn('offline_event_slots')
  if (path.startsWith('/user/teams_formation')) return teamOfFinalist()
  return { ...form, code: 'ru_season_5' }
}

/** A file that the finalist attached to a choice of the mentor. */
async function fileForMentor(): Promise<Params> {
  const { file_id = '' } = await fileOfFinalist()
  const mentor_id = await accountId(people.mentor)
  await app.db.updateTable('mentor_choices').set({ file_id }).where('mentor_id', '=', mentor_id).execute()
  return { file_id }
}

/** A request to support that the finalist wrote, with a file. */
async function feedbackWithFile(): Promise<Params> {
  const { file_id = '' } = await fileOfFinalist()
  const json = {
    competition_code: 'ru_season_5',
    topic: 'technical',
    text: 'Кнопка «Сдать» не нажимается',
    email: people.finalist,
    files: [file_id],
  }
  await made({ method: 'POST', url: '/api/v3/feedback_form', json }, tokens.finalist)
  const { id } = await app.db
    .selectFrom('feedback_requests')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { id: String(id), file_id }
}

/** The stage as it is, to be saved again. */
async function stageAsItIs() {
  const answer = await app.fetch('/api/v3/admin/competitions/ru_season_5/stages/questionnaire', {
    headers: { 'X-Token': tokens.admin ?? '' },
  })
  const { revision, answer: kept, gate } = (await answer.json()) as Record<string, unknown>
  return { revision, answer: kept, gate }
}

/** Somebody with every flag, but in another competition. */
async function anOrganiserElsewhere(): Promise<string> {
  const { id, email } = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values(adminFlags.map((flag) => ({ account_id: id, flag, competition_code: 'young_managers' })))
    .execute()
  return (await logIn(app, { email })).token
}

interface WholeCall {
  method: string
  url: string
  json?: unknown
  form?: FormData
}

/** A call that its contract takes, with ids that exist. */
async function wholeCall(key: Key, given?: Owned): Promise<WholeCall> {
  const spec = routes[key] as RouteSpec
  const { stage_id: mentorship } = await stageOf('mentor_choice', 'young_managers')
  const named = { mentorship, mentorship_id: mentorship }
  const [method = '', path = ''] = key.split(' ')
  const values = path.includes(':') ? await (given?.params() ?? sharedParams(key)) : {}
  const address = path.replace(/:(\w+)/g, (_all, name: string) => {
    if (values[name] === undefined) throw new Error(`${key}: what is «${name}»? Name it in sharedParams`)
    return values[name]
  })
  const search = new URLSearchParams({ ...plainQuery(spec, named), ...queries[key] })
  const url = `/api/v3${address}${search.size > 0 ? `?${search}` : ''}`
  if (spec.upload) {
    const form = new FormData()
    form.set('file', new Blob(['%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF']), 'файл.pdf')
    return { method, url, form }
  }
  return { method, url, json: given?.body ?? (await bodies[key]?.()) ?? plainBody(spec, named) }
}

/** Where the schema alone does not say what fits. */
const queries: Partial<Record<Key, Record<string, string>>> = {
  'GET /faq-articles/article': { path: 's-chego-nachat' },
}
const bodies: Partial<Record<Key, () => Promise<unknown>>> = {
  'PUT /admin/competitions/:competition/stages/:code': stageAsItIs,
  // Whoever takes part in several competitions names one.
  'POST /feedback_form': async () => ({ competition_code: 'ru_season_5', text: 'Кнопка «Сдать» не нажимается' }),
  'POST /user/invite': async () => ({ competition_code: 'ru_season_5', email: 'somebody@example.test' }),
}

let callers = 0
async function made({ method, url, json, form }: WholeCall, token: string | undefined) {
  callers += 1
  const answer = await app.fetch(url, {
    method,
    headers: {
      'X-Forwarded-For': `10.66.${(callers >> 8) & 255}.${callers & 255}`,
      ...(token ? { 'X-Token': token } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form ? { body: form } : {}),
  })
  const text = await answer.text()
  const { code = '' } = answer.ok ? {} : (JSON.parse(text || '{}') as { code?: string })
  return { status: answer.status, code, text }
}

/** Answers that say nothing of who called: the call itself was wrong. */
const malformed = ['invalid_request', 'unsupported_media_type', 'payload_too_large', 'method_not_allowed']
const shutCodes = ['unauthorized', 'no_access', 'second_factor_required']

describe('R-66 a refused call changes nothing, and the same call by whom it belongs to is let through:', () => {
  let changes: () => Promise<string[]>
  beforeAll(async () => {
    changes = await watchChanges(app.db)
  })
  /** What was written besides the counts of calls. */
  const written = async () => (await changes()).filter((what) => !what.startsWith('throttles: '))

  test('every route and every role that its access does not name', async () => {
    const wrong: string[] = []
    const elsewhere = await anOrganiserElsewhere()
    let refused = 0
    for (const [key, spec] of all) {
      // What belongs to one person is for the next test.
      if (spec.access === 'public' || owned[key] || captains[key]) continue
      const call = await wholeCall(key)
      await changes()
      for (const role of roles) {
        if (admitted[spec.access].includes(role)) continue
        const { status, code } = await made(call, tokens[role])
        const left = await written()
        if (!shutCodes.includes(code)) wrong.push(`${key} as ${role} was not refused by access: ${status} ${code}`)
        if (left.length > 0) wrong.push(`${key} as ${role} wrote ${left.join(', ')}`)
        refused += 1
      }
      if (spec.competition) {
        const { status, code } = await made(call, elsewhere)
        const left = await written()
        // A list shows such an organiser what is his own.
        const lists = spec.competition === 'handler' && call.method === 'GET' && status === 200
        if (!lists && ![403, 404].includes(status)) wrong.push(`${key} of another competition: ${status} ${code}`)
        if (left.length > 0) wrong.push(`${key} of another competition wrote ${left.join(', ')}`)
      }
      const [first] = admitted[spec.access]
      // Who has come far has something of everything.
      const owner = spec.access === 'participant' ? 'finalist' : first
      if (owner === undefined || owner === 'anonymous') throw new Error(`nobody may call ${key}`)
      const { status, code } = await made(call, tokens[owner])
      if (status === 404 || malformed.includes(code) || shutCodes.includes(code))
        wrong.push(`${key} as ${owner} proves nothing: ${status} ${code}`)
      if (status < 300 && endsTheSession.has(key)) tokens[owner] = await loggedIn(app, people[owner])
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(150)
  }, 120_000)

  test('R-27 what belongs to one person or one captain is not there for anyone else', async () => {
    const withIds = all.filter(([key]) => key.includes(':')).map(([key]) => key)
    expect(withIds.filter((key) => !owned[key] && !captains[key] && !sharedIds.has(key))).toEqual([])
    const { team_id } = await teamOfFinalist()
    const { email } = await app.db
      .selectFrom('formed_team_members')
      .innerJoin('accounts', 'accounts.id', 'formed_team_members.account_id')
      .select('email')
      .where('team_id', '=', Number(team_id))
      .where('state', '=', 'active')
      .orderBy('account_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const mate = await loggedIn(app, email)
    const wrong: string[] = []
    for (const [key, given] of Object.entries({ ...owned, ...captains }) as [Key, Owned][]) {
      const call = await wholeCall(key, given)
      await changes()
      // A stage is shared; what was written there is not.
      const ofStage = key.includes('/user/stages/')
      // The team's stage is open to these; the others are shut out by the stage before the team is looked at.
      const strangers: Partial<Record<string, string>> =
        key in captains
          ? { participant: tokens.participant, captain: tokens.captain, member: mate }
          : { ...tokens, finalist: undefined }
      for (const [role, token] of Object.entries({ anonymous: '', ...strangers })) {
        if (token === undefined) continue
        const { status, code, text } = await made(call, token)
        const left = await written()
        const refused = ofStage && role !== 'anonymous' ? !text.includes('finalist') : [401, 403, 404].includes(status)
        if (!refused) wrong.push(`${key} as ${role} was not refused: ${status} ${code}`)
        if (left.length > 0) wrong.push(`${key} as ${role} wrote ${left.join(', ')}`)
      }
      const { status, code } = await made(call, tokens.finalist)
      if (status >= 300) wrong.push(`${key} by its owner: ${status} ${code}`)
    }
    expect(wrong).toEqual([])
  }, 120_000)
})
