import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { admitted, endsTheSession } from './admitted.ts'
import { watchChanges } from './changes.ts'
import { logInDemo } from './log-in-demo.ts'
import { demoPortal, type Key, type Owned, ownWords, people, type Role, roles, wholeCalls } from './whole-call.ts'

const all = Object.entries(routes) as [Key, RouteSpec][]

let app: TestApp
let tokens: Partial<Record<Role, string>>
let { owned, captains, teamOfFinalist, wholeCall, made }: ReturnType<typeof wholeCalls> = {} as never
let changes: () => Promise<string[]>

beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  ;({ owned, captains, teamOfFinalist, wholeCall, made } = wholeCalls(app, tokens))
  changes = await watchChanges(app.db)
})
afterAll(() => app.close())

/** Routes with an id that do not depend on the caller: the answer is equal for everybody. */
const sameForEverybody: Partial<Record<Key, string>> = {
  'GET /registration/:code/notify': 'the notice of a competition before registration',
  'GET /registration/:code/form': 'the application form, read before there is an account',
  'GET /dictionaries/:dict': 'a public dictionary',
  'GET /faq-images/:file_id': 'a picture of a help article',
  'GET /calendar/:token': 'a calendar whose address is the secret',
}
/** Other routes with an id, by access: each is also called by another person who may call this kind of route. */
const shared = all.filter(([key]) => key.includes(':') && !(key in sameForEverybody))
const ofMentors = shared.filter(([, { access }]) => access === 'mentor').map(([key]) => key)
const ofCheckers = shared.filter(([, { access }]) => access === 'assessor').map(([key]) => key)
const ofEverybody = shared.filter(([, { access }]) => access === 'participant').map(([key]) => key)

/** An account with every flag, but in another competition. */
async function anOrganiserElsewhere(): Promise<string> {
  const { id, email } = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values(adminFlags.map((flag) => ({ account_id: id, flag, competition_code: 'young_managers' })))
    .execute()
  return (await sessionOf(app, { email })).token
}

/** Refusals of calls that are wrong in themselves, so that they prove nothing about access. */
const malformed = ['invalid_request', 'unsupported_media_type', 'payload_too_large', 'method_not_allowed']
/** What a call wrote. The audit says of each call of staff that was not refused. */
const writtenBy = async (status: number) =>
  (await changes()).filter((what) => !(status < 300 && what === 'audit: insert'))
const shutCodes = ['unauthorized', 'no_access', 'second_factor_required']

test('R-66 a role without access to a route is refused and changes nothing, and a role with access is admitted', async () => {
  const wrong: string[] = []
  const elsewhere = await anOrganiserElsewhere()
  let refused = 0
  for (const [key, spec] of all) {
    // Routes of one person's data are for the next test.
    if (spec.access === 'public' || owned[key] || captains[key]) continue
    const call = await wholeCall(key)
    await changes()
    for (const role of roles) {
      if (admitted[spec.access].includes(role)) continue
      const { status, code } = await made(call, tokens[role])
      const left = await changes()
      if (!shutCodes.includes(code)) wrong.push(`${key} as ${role} was not refused by access: ${status} ${code}`)
      if (left.length > 0) wrong.push(`${key} as ${role} wrote ${left.join(', ')}`)
      refused += 1
    }
    if (spec.competition) {
      const { status, code, text } = await made(call, elsewhere)
      const left = await writtenBy(status)
      // A list shows organisers only their own competitions.
      const lists = spec.competition === 'handler' && call.method === 'GET' && status === 200
      if (lists && text.includes(ownWords)) wrong.push(`${key} shows what is of another competition`)
      if (!lists && ![403, 404].includes(status)) wrong.push(`${key} of another competition: ${status} ${code}`)
      if (left.length > 0) wrong.push(`${key} of another competition wrote ${left.join(', ')}`)
    }
    const [first] = admitted[spec.access]
    // The finalist has come furthest and has data everywhere.
    const owner = spec.access === 'participant' ? 'finalist' : first
    if (owner === undefined || owner === 'anonymous') throw new Error(`nobody may call ${key}`)
    const { status, code } = await made(call, tokens[owner])
    if (status === 404 || malformed.includes(code) || shutCodes.includes(code))
      wrong.push(`${key} as ${owner} proves nothing: ${status} ${code}`)
    if (status < 300 && endsTheSession.has(key)) tokens[owner] = await logInDemo(app, people[owner])
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(150)
}, 300_000)

test('R-66 R-27 data of one person or one captain do not exist for others, and others change nothing of them', async () => {
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
  const mate = await logInDemo(app, email)
  // Any member may remind any other: server/programme/team-formation/remind-member.test.ts.
  const forEveryMember: Key[] = [
    'POST /user/teams_formation/teams/:team_id/members/:user_id/reminder',
    'GET /user/teams_formation/teams/:team_id/files/:file_id',
  ]
  const wrong: string[] = []
  for (const [key, given] of Object.entries({ ...owned, ...captains }) as [Key, Owned][]) {
    const call = await wholeCall(key, given)
    await changes()
    // A stage is shared; the texts that people wrote there are not.
    const ofStage = key.includes('/user/stages/')
    const elsewhere = key in captains ? ['stage_closed', 'stage_not_allowed'] : []
    const seen: string[] = []
    for (const [role, token] of Object.entries({ ...tokens, anonymous: '', member: mate })) {
      if (role === 'finalist' || (role === 'member' && (!(key in captains) || forEveryMember.includes(key)))) continue
      const { status, code, text } = await made(call, token)
      const left = await changes()
      if (status < 300 && ofStage) seen.push(text)
      else if (![401, 403, 404].includes(status) && !elsewhere.includes(code))
        wrong.push(`${key} as ${role} was not refused: ${status} ${code}`)
      if (left.length > 0) wrong.push(`${key} as ${role} wrote ${left.join(', ')}`)
    }
    const { status, code, text } = await made(call, tokens.finalist)
    if (status >= 300) wrong.push(`${key} by its owner: ${status} ${code}`)
    if (seen.some((other) => other === text || other.includes(ownWords))) wrong.push(`${key} shows it to others`)
    if (
      call.method === 'GET' &&
      ofStage &&
      !/(?:receipt|revisions|report|certificate|:file_id)$/.test(key) &&
      !text.includes(ownWords)
    )
      wrong.push(`${key} proves nothing: its owner does not see his own words`)
  }
  expect(wrong).toEqual([])
}, 300_000)

test.each(
  Object.entries(sameForEverybody),
)('R-66 the answer of %s is the same for everybody, and reading it changes nothing: %s', async (key) => {
  const call = await wholeCall(key as Key)
  await changes()
  const answers = new Set<string>()
  for (const token of [undefined, ...Object.values(tokens)]) {
    const { status, text } = await made(call, token)
    answers.add(`${status} ${text}`)
  }
  expect([...answers]).toEqual([expect.stringMatching(/^200 /)])
  expect(await changes()).toEqual([])
})

test('R-66 R-27 another mentor and a checker of another stage are refused and change nothing', async () => {
  const stranger = async (role: 'mentor' | 'assessor') => {
    const { id, email } = await anAccount(app, { isDemo: true })
    await app.db.insertInto('account_roles').values({ account_id: id, role }).execute()
    return { id, token: (await sessionOf(app, { email })).token }
  }
  const mentor = await stranger('mentor')
  await app.db.insertInto('mentor_profiles').values({ account_id: mentor.id }).execute()
  const checker = await stranger('assessor')
  const { id: stage_id } = await app.db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', 'ru_season_5')
    .where('type', '=', 'essay')
    .executeTakeFirstOrThrow()
  const staff = { stage_id, account_id: checker.id, duty: 'check' as const, added_at: app.clock.now() }
  await app.db.insertInto('stage_staff').values(staff).execute()
  const elsewhere = await anOrganiserElsewhere()
  const wrong: string[] = []
  for (const [keys, others, owner] of [
    [ofMentors, [mentor.token], 'mentor'],
    [ofCheckers, [checker.token, elsewhere], 'assessor'],
  ] as const)
    for (const key of keys) {
      const call = await wholeCall(key)
      await changes()
      for (const token of others) {
        const { status, code } = await made(call, token)
        // A caller who does not hold the work has nothing to release.
        const holdsNothing = key === 'DELETE /desk/works/:work_id/hold' && status === 204
        if (![403, 404].includes(status) && !holdsNothing)
          wrong.push(`${key} by another ${owner} was not refused: ${status} ${code}`)
        const left = await writtenBy(status)
        if (left.length > 0) wrong.push(`${key} by another ${owner} wrote ${left.join(', ')}`)
      }
      const { status, code } = await made(call, tokens[owner])
      if (status >= 300) wrong.push(`${key} by the ${owner} of it: ${status} ${code}`)
    }
  expect(wrong).toEqual([])
  expect([ofMentors.length, ofCheckers.length].every((count) => count > 2)).toBe(true)
})

/** Routes whose answers contain the finalist's own texts. */
const givesWordsBack: Key[] = [
  'GET /user/forms/:competition/:form',
  'GET /user/forms/:competition/:form/draft',
  'GET /user/:code/regional_teams/my-profile',
]

/**
 * Called first, because of each other: accepted rules end reminders, and only a person without a team looks for one.
 */
const inTurn: Key[] = [
  'PUT /user/stages/:stage_id/reminder',
  'DELETE /user/stages/:stage_id/reminder',
  'POST /user/rules/:id',
  'POST /user/stages/:stage_id/video/consent',
  'POST /user/stages/:stage_id/video/questions/:question',
  'POST /user/stages/:stage_id/video/questions/:question/takes',
  'PUT /user/teams_formation/stages/:stage_id/looking',
]
/** Routes that refuse all people of the demo because of their state. The tests named here prove that they can succeed. */
const refusedToAll: Partial<Record<Key, string>> = {
  'PUT /user/stages/:stage_id/answer': 'server/stages/work.test.ts',
  'PUT /user/forms/:competition/:form': 'server/stages/forms/forms.test.ts',
  'POST /user/registration/:stage_id/entry_code': 'server/accounts/registration/entry-codes.test.ts',
  'POST /user/registration/:stage_id': 'server/kinds/registration/registration.test.ts',
  'POST /user/stages/:stage_id/multiform/hand-in': 'server/kinds/multiform/multiform.test.ts',
  'POST /user/stages/:stage_id/proposal/withdrawal': 'server/kinds/mgmt_proposal/mgmt-proposal.test.ts',
  'PUT /user/stages/:stage_id/proposal/consents/:purpose': 'server/kinds/mgmt_proposal/mgmt-proposal.test.ts',
  'POST /user/stages/:stage_id/questionnaire/reuse': 'server/kinds/questionnaire/questionnaire.test.ts',
  'POST /user/stages/:stage_id/appeal': 'server/review/appeals/appeals.test.ts',
  'POST /user/stages/:stage_id/lesson/cancellation': 'server/programme/lessons/lessons.test.ts',
  'POST /user/stages/:stage_id/solution/hand-in': 'server/kinds/teams_solution/teams-solution.test.ts',
  'PUT /user/stages/:stage_id/solution/agreement': 'server/kinds/teams_solution/teams-solution.test.ts',
  'PUT /user/stages/:stage_id/solution/deputy': 'server/kinds/teams_solution/teams-solution.test.ts',
  'PUT /user/stages/:stage_id/solution/sections/:section': 'server/kinds/teams_solution/teams-solution.test.ts',
  'PUT /user/stages/:stage_id/solution/sections/:section/hold': 'server/kinds/teams_solution/teams-solution.test.ts',
  'DELETE /user/stages/:stage_id/solution/sections/:section/hold': 'server/kinds/teams_solution/teams-solution.test.ts',
  'DELETE /user/stages/:stage_id/solution/files/:file_id': 'server/kinds/teams_solution/teams-solution.test.ts',
  'POST /user/stages/:stage_id/team-marks': 'server/kinds/teams_evaluation/teams-evaluation.test.ts',
  'POST /user/stages/:stage_id/team-marks/take-back': 'server/kinds/teams_evaluation/teams-evaluation.test.ts',
  'PUT /user/stages/:stage_id/feedback': 'server/kinds/feedback/feedback.test.ts',
  'POST /user/stages/:stage_id/feedback/never': 'server/kinds/feedback/feedback.test.ts',
  'POST /user/:code/regional_teams/join-team': 'server/programme/regional-teams/teams.test.ts',
  'POST /user/:code/regional_teams/my-team-assessments': 'server/programme/regional-teams/teams.test.ts',
  'POST /user/teams_formation/teams/:team_id/members': 'server/programme/team-formation/join-team.test.ts',
  'POST /user/teams_formation/stages/:stage_id/invited_team': 'server/programme/team-formation/join-team.test.ts',
}

test('R-66 R-27 at an id that many people share, each reads and writes only their own data, and a refusal writes nothing', async () => {
  const own = ofEverybody.filter((key) => !(key in owned) && !(key in captains))
  const keys = [...new Set([...inTurn, ...own])]
  expect(keys.toSorted()).toEqual(own.toSorted())
  const numbers = new Map<Role, number>()
  for (const [role, token] of Object.entries(tokens)) numbers.set(role as Role, Number(decodeJwt(token).sub))
  const wrong: string[] = []
  const letThrough = new Set<Key>()
  for (const key of keys) {
    const call = await wholeCall(key)
    await changes()
    for (const [role, number] of numbers) {
      if (role === 'finalist') continue
      const { status, code, text } = await made(call, tokens[role])
      const left = await changes()
      // Members of a team get a notice of its change without any contents, and marks of teammates are stored under the
      // people who were marked.
      const ofOthers = left.filter(
        (what) =>
          / of \d+$/.test(what) &&
          !what.endsWith(` of ${number}`) &&
          !what.startsWith('person_changes: insert') &&
          !what.startsWith('team_marks: '),
      )
      if (ofOthers.length > 0) wrong.push(`${key} as ${role} wrote what is not his own: ${ofOthers.join(', ')}`)
      if ((status >= 300 || call.method === 'GET') && left.length > 0)
        wrong.push(`${key} as ${role}: ${status} ${code}, and wrote ${left.join(', ')}`)
      if (text.includes(ownWords)) wrong.push(`${key} as ${role} shows what the finalist wrote`)
      if (malformed.includes(code)) wrong.push(`${key} as ${role} proves nothing: ${status} ${code}`)
      if (left.some((what) => what.endsWith(` of ${number}`))) letThrough.add(key)
    }
    const { text } = await made(call, tokens.finalist)
    if (givesWordsBack.includes(key) && !text.includes(ownWords))
      wrong.push(`${key} proves nothing: its owner does not see his own words`)
  }
  expect(wrong).toEqual([])
  const shut = keys.filter((key) => !key.startsWith('GET') && !letThrough.has(key))
  expect(shut.toSorted()).toEqual(Object.keys(refusedToAll).toSorted())
})

/** Writes that refused calls of these routes may make. */
const counted: Partial<Record<Key, string[]>> = {
  // A wrong password is counted for its username.
  'POST /auth/login': ['password_tries: insert'],
}

test('R-66 an anonymous call that is malformed, or has an id that does not exist, changes nothing', async () => {
  const wrong: string[] = []
  let refused = 0
  for (const [key, spec] of all) {
    if (spec.access !== 'public') continue
    const whole = await wholeCall(key)
    const unknown = {
      ...whole,
      url: whole.url.replace(/^[^?]+/, `/api/v3${key.slice(key.indexOf('/')).replace(/:\w+/g, 'f'.repeat(43))}`),
      ...(spec.body ? { json: withNewPassword(whole.json) } : {}),
    }
    const calls = spec.body ? [unknown, { ...whole, json: { no_such_field: 1 } }, { ...whole, json: [] }] : [unknown]
    await changes()
    for (const call of calls) {
      const { status, code } = await made(call, undefined)
      const left = (await changes()).filter((what) => !counted[key]?.includes(what))
      if (status < 300) continue
      refused += 1
      if (status >= 500 && code !== 'state_service_unavailable') wrong.push(`${key}: ${status} ${code}`)
      if (left.length > 0) wrong.push(`${key} was refused with ${status} ${code} and wrote ${left.join(', ')}`)
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(60)
})

/** The body with valid passwords, so that the call gets as far as checking the code. */
const withNewPassword = (body: unknown) =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, name.startsWith('password') ? rightPassword : value]),
  )
