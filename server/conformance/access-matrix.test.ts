import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAccount, loggedIn as logIn } from '#server/testing/an-account.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { type Access, type AdminFlag, adminFlags, type RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'
import { watchChanges } from './changes.ts'
import { loggedIn } from './logged-in.ts'
import { demoPortal, type Key, type Owned, ownWords, people, type Role, roles, wholeCalls } from './whole-call.ts'

const all = Object.entries(routes) as [Key, RouteSpec][]

/** Who may call a route of each access level, written out independently of the code that decides. */
const admitted: Record<Access, Role[]> = {
  public: roles,
  participant: roles.filter((role) => role !== 'anonymous'),
  mentor: ['mentor'],
  assessor: ['assessor', 'admin'],
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
let tokens: Partial<Record<Role, string>>
let { owned, captains, teamOfFinalist, wholeCall, made }: ReturnType<typeof wholeCalls> = {} as never

beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  ;({ owned, captains, teamOfFinalist, wholeCall, made } = wholeCalls(app, tokens))
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
}, 300_000)

test('RL-01 R-25 only the routes in this list are public', () => {
  expect(
    all
      .filter(([, spec]) => spec.access === 'public')
      .map(([key]) => key)
      .sort(),
  ).toEqual([
    'GET /app/config',
    'GET /calendar/:token',
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
    'POST /auth/state-service/begin',
    'POST /auth/state-service/code',
    'POST /auth/state-service/finish',
    'POST /auth/state-service/link',
    'POST /auth/token/refresh',
    'POST /client-errors',
    'POST /user/email-verify',
  ])
})

/** Every route of organisers by its flag, written out independently of the contract. The other flags open no route yet. */
const ofFlag: Partial<Record<AdminFlag, Key[]>> = {
  competitions: [
    'DELETE /admin/competitions/:competition/stages/:code/edits',
    'GET /admin/competitions/:competition/audit',
    'GET /admin/competitions/:competition/audit/csv',
    'GET /admin/competitions/:competition/stages',
    'GET /admin/competitions/:competition/stages/:code',
    'GET /admin/competitions/:competition/stages/:code/feedback',
    'GET /admin/competitions/:competition/stages/:code/feedback/csv',
    'GET /admin/competitions/:competition/stages/:code/questionnaire',
    'POST /admin/competitions/:competition/stages/:code/publish',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/items',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/report',
    'PUT /admin/competitions/:competition/stages/:code',
  ],
  assessment: [
    'DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id',
    'DELETE /admin/competitions/:competition/stages/:code/judges/:test_id',
    'GET /admin/competitions/:competition/stages/:code/judging',
    'GET /admin/competitions/:competition/stages/:code/judging/results',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv',
    'GET /admin/competitions/:competition/stages/:code/review',
    'POST /admin/competitions/:competition/stages/:code/checkers',
    'POST /admin/competitions/:competition/stages/:code/judges',
    'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts',
    'POST /admin/competitions/:competition/stages/:code/judging/assign',
    'POST /admin/competitions/:competition/stages/:code/judging/decisions',
    'POST /admin/competitions/:competition/stages/:code/judging/state',
    'PUT /admin/competitions/:competition/stages/:code/judging',
    'PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias',
    'PUT /admin/competitions/:competition/stages/:code/review',
  ],
  faq: [
    'DELETE /admin/faq-articles/:id',
    'GET /admin/faq-articles/misses',
    'POST /admin/faq-articles',
    'POST /admin/faq-images',
    'PUT /admin/faq-articles/:id',
    'PUT /admin/faq-articles/order',
  ],
  participants: [
    'GET /admin/feedback',
    'GET /admin/feedback/:id/files/:file_id',
    'PATCH /admin/feedback/:id',
    'POST /admin/feedback/:id/answer',
  ],
}
const ofOrganisers = Object.values(ofFlag).flat()

test('RL-02 the calls of organisers are exactly these', () => {
  const isFlag = (access: string) => (adminFlags as readonly string[]).includes(access)
  const named = all.filter(([key, { access }]) => isFlag(access) || key.includes(' /admin/')).map(([key]) => key)
  expect(named.sort()).toEqual(ofOrganisers.toSorted())
})

test.each(
  adminFlags,
)('RL-02 R-27 the flag «%s» opens its calls and no others, and they are shut to whoever has all the other flags', async (flag) => {
  const reached = async (flags: readonly AdminFlag[]) => {
    const account = await anAccount(app, { isDemo: true, flags })
    const { token } = await logIn(app, account)
    expect(decodeJwt(token).admin_permissions).toEqual(flags.toSorted())
    const open: Key[] = []
    for (const key of ofOrganisers) {
      const { code } = (await (await callWithoutData(key, token)).json().catch(() => ({}))) as { code?: string }
      if (code !== 'no_access') open.push(key)
    }
    return { open: open.sort(), token, id: account.id }
  }
  const others = adminFlags.filter((each) => each !== flag)
  const withIt = await reached([flag])
  expect(withIt.open).toEqual(ofFlag[flag] ?? [])
  expect((await reached(others)).open).toEqual(others.flatMap((each) => ofFlag[each] ?? []).sort())
  // The token still names the flag; the server asks for itself.
  await app.db.deleteFrom('admin_flags').where('account_id', '=', withIt.id).execute()
  for (const key of ofFlag[flag] ?? []) expect((await callWithoutData(key, withIt.token)).status, key).toBe(403)
})

test('R-29 every write refuses fields that its contract does not name', async () => {
  const bodies = all.filter(([, spec]) => spec.body !== undefined)
  expect(bodies.length).toBeGreaterThan(15)
  for (const [key, spec] of bodies)
    for (const extra of ['id', 'user_id', 'permissions', 'session_epoch']) {
      const [method = '', path = ''] = key.split(' ')
      const answer = await app.fetch(`/api/v3${path.replace(/:\w+/g, '999999')}`, {
        method,
        headers: {
          'X-Token': tokens[admitted[spec.access].at(-1) ?? 'admin'] ?? '',
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.9.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
        },
        body: JSON.stringify({ [extra]: 1 }),
      })
      expect([key, answer.status]).toEqual([key, 400])
    }
}, 60_000)

/** Routes whose id names something that the whole competition shares; the answer is the caller's own. */
const sharedIds = new Set<string>([
  // Named by who chose the mentor; server/mentors proves that no other mentor reads it.
  'GET /mentors/files/:file_id',
  // Named by the person and the meeting; server/meetings proves that no other mentor settles it.
  'POST /mentors/meetings/:id/:user_id/time',
  'POST /mentors/meetings/:id/:user_id/report',
  // How a stage is checked belongs to nobody; server/assessment proves who may change it.
  'GET /admin/competitions/:competition/stages/:code/review',
  'PUT /admin/competitions/:competition/stages/:code/review',
  'POST /admin/competitions/:competition/stages/:code/checkers',
  'DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id',
  // How a stage is judged belongs to nobody; server/judging proves who may change it.
  'GET /admin/competitions/:competition/stages/:code/judging',
  'PUT /admin/competitions/:competition/stages/:code/judging',
  'GET /admin/competitions/:competition/stages/:code/judging/results',
  'POST /admin/competitions/:competition/stages/:code/judging/assign',
  'POST /admin/competitions/:competition/stages/:code/judging/state',
  'POST /admin/competitions/:competition/stages/:code/judging/decisions',
  'POST /admin/competitions/:competition/stages/:code/judges',
  'DELETE /admin/competitions/:competition/stages/:code/judges/:test_id',
  'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts',
  // A reading is its judge's; server/judging proves that it is nobody else's.
  'GET /desk/judging/:stage_id',
  'GET /desk/readings/:reading_id',
  'GET /desk/readings/:reading_id/files/:file_id',
  'PUT /desk/readings/:reading_id/draft',
  'POST /desk/readings/:reading_id/marks',
  'POST /desk/readings/:reading_id/abstention',
  // A work is for whoever checks its stage; server/assessment proves that it is for nobody else.
  'GET /desk/stages/:stage_id/works',
  'POST /desk/stages/:stage_id/next',
  'GET /desk/works/:work_id',
  'GET /desk/works/:work_id/files/:file_id',
  'PUT /desk/works/:work_id/draft',
  'POST /desk/works/:work_id/check',
  'DELETE /desk/works/:work_id/hold',
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
  // A questionnaire belongs to its stage as well; server/stages/questionnaire proves whose answers and report are given.
  'GET /admin/competitions/:competition/stages/:code/questionnaire',
  'POST /admin/competitions/:competition/stages/:code/questionnaire/items',
  'POST /admin/competitions/:competition/stages/:code/questionnaire/report',
  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles',
  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv',
  'PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias',
  // What somebody thinks of a stage is his own and is given back to nobody; server/stages/feedback tries to find it.
  'GET /user/stages/:stage_id/feedback',
  'PUT /user/stages/:stage_id/feedback',
  'POST /user/stages/:stage_id/feedback/never',
  'GET /admin/competitions/:competition/stages/:code/feedback',
  'GET /admin/competitions/:competition/stages/:code/feedback/csv',
  'GET /user/stages/:stage_id/questionnaire',
  'POST /user/stages/:stage_id/questionnaire/reuse',
  // Each writes the caller's own work; server/stages/work.test.ts proves who can use which draft.
  'PUT /user/stages/:stage_id/draft',
  'PUT /user/stages/:stage_id/answer',
  // The caller's own wish to be told; server/stages/stage-ahead.test.ts proves who is.
  'PUT /user/stages/:stage_id/reminder',
  'DELETE /user/stages/:stage_id/reminder',
  // Whoever has the address may read it; an earlier or closed one is not found.
  'GET /calendar/:token',
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
  'POST /user/teams_formation/teams/:team_id/members',
  'POST /user/teams_formation/stages/:stage_id/invited_team',
  'GET /user/teams_formation/stages/:stage_id/seekers',
  'PUT /user/teams_formation/stages/:stage_id/looking',
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

/** Somebody with every flag, but in another competition. */
async function anOrganiserElsewhere(): Promise<string> {
  const { id, email } = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values(adminFlags.map((flag) => ({ account_id: id, flag, competition_code: 'young_managers' })))
    .execute()
  return (await logIn(app, { email })).token
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
  }, 300_000)

  test('R-27 what belongs to one person or one captain is not there for anyone else', async () => {
    const withIds = all.filter(([key]) => key.includes(':')).map(([key]) => key)
    expect([...Object.keys(owned), ...Object.keys(captains), ...sharedIds].sort()).toEqual(withIds.sort())
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
    // Anybody of the team reminds anybody of it: server/team-formation/remind-member.test.ts.
    const forEveryMember: Key[] = ['POST /user/teams_formation/teams/:team_id/members/:user_id/reminder']
    const wrong: string[] = []
    for (const [key, given] of Object.entries({ ...owned, ...captains }) as [Key, Owned][]) {
      const call = await wholeCall(key, given)
      await changes()
      // A stage is shared; what was written there is not.
      const ofStage = key.includes('/user/stages/')
      const elsewhere = key in captains ? ['stage_closed', 'stage_not_allowed'] : []
      const seen: string[] = []
      for (const [role, token] of Object.entries({ ...tokens, anonymous: '', member: mate })) {
        if (role === 'finalist' || (role === 'member' && (!(key in captains) || forEveryMember.includes(key)))) continue
        const { status, code, text } = await made(call, token)
        const left = await written()
        if (status < 300 && ofStage) seen.push(text)
        else if (![401, 403, 404].includes(status) && !elsewhere.includes(code))
          wrong.push(`${key} as ${role} was not refused: ${status} ${code}`)
        if (left.length > 0) wrong.push(`${key} as ${role} wrote ${left.join(', ')}`)
      }
      const { status, code, text } = await made(call, tokens.finalist)
      if (status >= 300) wrong.push(`${key} by its owner: ${status} ${code}`)
      if (seen.some((other) => other === text || other.includes(ownWords))) wrong.push(`${key} shows it to others`)
      if (call.method === 'GET' && ofStage && !/(?:receipt|revisions|report)$/.test(key) && !text.includes(ownWords))
        wrong.push(`${key} proves nothing: its owner does not see his own words`)
    }
    expect(wrong).toEqual([])
  }, 300_000)
})
