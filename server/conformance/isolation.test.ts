import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { watchChanges } from './changes.ts'
import { logInDemo } from './log-in-demo.ts'
import { demoPortal, type Key, ownWords, type WholeCall, wholeCalls } from './whole-call.ts'

let app: TestApp
let calls: ReturnType<typeof wholeCalls>
let changes: () => Promise<string[]>
beforeAll(async () => {
  const demo = await demoPortal()
  app = demo.app
  calls = wholeCalls(app, demo.tokens)
  changes = await watchChanges(app.db)
}, 300_000)
afterAll(() => app.close())

/** Pages that every competition shows to all logged-in people, each with the reader's own state. */
const shownToAll = new Set<Key>([
  'GET /registration/:code/notify',
  'GET /registration/:code/form',
  'GET /dictionaries/:dict',
  'GET /user/registration/:stage_id',
  'GET /user/rules/:id',
  'GET /user/forms/:competition/:form',
  'GET /user/forms/:competition/:form/draft',
  'GET /user/stages/:stage_id',
  'GET /user/stages/:stage_id/work',
  'GET /user/stages/:stage_id/draft',
  'GET /user/stages/:stage_id/preview',
  'GET /user/stages/:stage_id/revisions',
  'GET /user/stages/:stage_id/questionnaire',
  'GET /user/stages/:stage_id/video',
  'GET /user/stages/:stage_id/proposal',
  'GET /user/stages/:stage_id/lesson',
  'GET /user/stages/:stage_id/lesson/places',
  'GET /user/stages/:stage_id/tracks',
  'GET /user/stages/:stage_id/team-marks',
  'GET /user/assessments/:id',
  'GET /user/assessments/:id/stat',
])
/**
 * Calls that are also open to people of another competition: an application, an entry code and the feedback on an
 * article, and data for anyone who has its address.
 */
const openToAll = new Set<Key>([
  'POST /user/registration/:stage_id',
  'POST /user/registration/:stage_id/entry_code',
  'POST /registration/:code/entry_code',
  'POST /faq-articles/:id/feedback',
  'GET /calendar/:token',
  'GET /video/:token',
  'GET /faq-images/:file_id',
  'GET /competitions/:competition/annotations',
])

const refusals = ['no_access', 'not_found', 'not_assistant', 'stage_closed', 'stage_not_allowed', 'attempt_not_begun']
const isRefusal = (code: string) => refusals.includes(code) || /_not_found$|_unavailable$/.test(code)

test('R-30 R-27 a participant of another competition gets and changes nothing of this one, by any id of it', async () => {
  const outsider = await aPerson(app)
  await takesPart(app.db, outsider.id, 'politleaders_2', 'main', app.clock.now())
  const wrong: string[] = []
  let refused = 0
  for (const [key, spec] of Object.entries(routes) as [Key, RouteSpec][]) {
    if (!key.includes(':') || openToAll.has(key)) continue
    const call = await calls.wholeCall(key, calls.owned[key] ?? calls.captains[key])
    await changes()
    const { status, code, text } = await calls.made(call, outsider.token)
    const left = await changes()
    if (shownToAll.has(key) ? status !== 200 || text.includes(ownWords) : !isRefusal(code))
      wrong.push(`${key} (${spec.access}): ${status} ${code}`)
    if (left.length > 0) wrong.push(`${key} wrote ${left.join(', ')}`)
    if (!shownToAll.has(key)) refused += 1
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(45)
}, 300_000)

test('R-30 a participant of this competition cannot write at stages of others', async () => {
  const token = await logInDemo(app, 'participant@demo.test')
  const others = await app.db
    .selectFrom('stages')
    .select(['id', 'type', 'code', 'competition_code as competition'])
    .where('type', '!=', 'registration')
    .where('competition_code', 'not in', (own) =>
      own
        .selectFrom('participations as p')
        .innerJoin('accounts as a', 'a.id', 'p.account_id')
        .select('p.competition_code')
        .where('a.email', '=', 'participant@demo.test'),
    )
    .execute()
  expect(new Set(others.map(({ type }) => type)).size).toBeGreaterThan(3)
  const wrong: string[] = []
  for (const { id, type, code, competition } of others) {
    const form = `/api/v3/user/forms/${competition}/${code}`
    const stage = `/api/v3/user/stages/${id}`
    const ofKind: Record<string, WholeCall[]> = {
      rules: [{ method: 'POST', url: `/api/v3/user/rules/${id}`, json: { status: 'done', version: 1 } }],
      mentor_choice: [
        { method: 'POST', url: '/api/v3/user/choosed_mentors', json: { mentorship: id, choosed_mentors: [] } },
      ],
    }
    const writes = ofKind[type] ?? [
      { method: 'PUT', url: `${form}/draft`, json: { data: {} } },
      { method: 'PUT', url: form, json: { data: {}, form_version: 1 } },
      { method: 'PUT', url: `${stage}/draft`, json: { data: {} } },
      { method: 'PUT', url: `${stage}/answer`, json: { data: {}, form_version: 1 } },
    ]
    await changes()
    for (const write of writes) {
      const { status, code: refusal } = await calls.made(write, token)
      const left = await changes()
      if (!isRefusal(refusal))
        wrong.push(`${write.method} ${write.url} of ${competition}/${code}: ${status} ${refusal}`)
      if (left.length > 0) wrong.push(`${write.method} ${write.url} wrote ${left.join(', ')}`)
    }
  }
  expect(wrong).toEqual([])
}, 300_000)

test('R-30 the code of one competition finds nothing of another, even for participants and organisers of both', async () => {
  const { id, email } = await anAccount(app, { isDemo: true })
  const rights = adminFlags.flatMap((flag) =>
    ['young_managers', 'ru_season_5'].map((competition_code) => ({ account_id: id, flag, competition_code })),
  )
  await app.db.insertInto('admin_flags').values(rights).execute()
  const { token } = await sessionOf(app, { email })
  const stages = await app.db.selectFrom('stages').select(['code', 'competition_code']).execute()
  const codesOf = (competition: string) =>
    stages.filter((stage) => stage.competition_code === competition).map(({ code }) => code)
  const wrong: string[] = []
  let asked = 0
  for (const [competition, other] of [
    ['young_managers', 'ru_season_5'],
    ['ru_season_5', 'young_managers'],
  ] as const)
    for (const code of codesOf(other).filter((each) => !codesOf(competition).includes(each)))
      for (const url of [`/user/forms/${competition}/${code}`, `/admin/competitions/${competition}/stages/${code}`]) {
        const { status } = await calls.made({ method: 'GET', url: `/api/v3${url}` }, token)
        if (status !== 404) wrong.push(`${url}: ${status}`)
        asked += 1
      }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(10)
})
