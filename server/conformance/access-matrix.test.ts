import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { type AdminFlag, adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { admitted, endsTheSession } from './admitted.ts'
import { demoPortal, type Key, type Role, roles } from './whole-call.ts'

const all = Object.entries(routes) as [Key, RouteSpec][]

let app: TestApp
let tokens: Partial<Record<Role, string>>

beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
})
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
    'GET /competitions/:competition/annotations',
    'GET /dev/outbox',
    'GET /dictionaries/:dict',
    'GET /faq-images/:file_id',
    'GET /registration/:code/form',
    'GET /registration/:code/notify',
    'GET /video/:token',
    'POST /auth/first-administrator',
    'POST /auth/identity-act/read',
    'POST /auth/identity-act/stop',
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
    'POST /auth/staff-invitation',
    'POST /auth/staff-invitation/read',
    'POST /auth/state-service/begin',
    'POST /auth/state-service/code',
    'POST /auth/state-service/finish',
    'POST /auth/state-service/link',
    'POST /auth/token/refresh',
    'POST /client-errors',
    'POST /mentors/answer',
    'POST /mentors/answer/capacity',
    'POST /mentors/answer/file',
    'POST /mentors/answer/read',
    'POST /registration/:code/entry_code',
    'POST /user/email-verify',
  ])
})

/** Every route of organisers by its flag, written out independently of the contract. Other flags open no route yet. */
const ofFlag: Partial<Record<AdminFlag, Key[]>> = {
  competitions: [
    'DELETE /admin/competitions/:competition/stages/:code/edits',
    'DELETE /admin/competitions/:competition/stages/:code/form',
    'DELETE /admin/competitions/:competition/stages/:code/lesson/places/:place_id',
    'GET /admin/competitions/:competition/audit',
    'GET /admin/competitions/:competition/audit/csv',
    'GET /admin/competitions/:competition/dictionaries',
    'GET /admin/competitions/:competition/preview',
    'GET /admin/competitions/:competition/question-pictures/:file_id',
    'GET /admin/competitions/:competition/questions',
    'GET /admin/competitions/:competition/questions/export',
    'GET /admin/competitions/:competition/season',
    'GET /admin/competitions/:competition/season/file',
    'GET /admin/competitions/:competition/stages',
    'GET /admin/competitions/:competition/stages/:code',
    'GET /admin/competitions/:competition/stages/:code/feedback',
    'GET /admin/competitions/:competition/stages/:code/feedback/csv',
    'GET /admin/competitions/:competition/stages/:code/form',
    'GET /admin/competitions/:competition/stages/:code/lesson/places',
    'GET /admin/competitions/:competition/stages/:code/multiform/parts',
    'GET /admin/competitions/:competition/stages/:code/questionnaire',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/report/preview',
    'GET /admin/competitions/:competition/stages/:code/registration',
    'GET /admin/competitions/:competition/stages/:code/registration/codes',
    'GET /admin/competitions/:competition/stages/:code/rules',
    'GET /admin/competitions/:competition/stages/:code/test',
    'POST /admin/competitions',
    'POST /admin/competitions/:competition/dictionaries/:dict/import',
    'POST /admin/competitions/:competition/look',
    'POST /admin/competitions/:competition/questions',
    'POST /admin/competitions/:competition/questions/:id/retirement',
    'POST /admin/competitions/:competition/questions/import',
    'POST /admin/competitions/:competition/stages',
    'POST /admin/competitions/:competition/stages/:code/feedback/requests',
    'POST /admin/competitions/:competition/stages/:code/form/publish',
    'POST /admin/competitions/:competition/stages/:code/lesson/places',
    'POST /admin/competitions/:competition/stages/:code/multiform/parts',
    'POST /admin/competitions/:competition/stages/:code/publish',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/items',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/report',
    'POST /admin/competitions/:competition/stages/:code/registration/admission',
    'POST /admin/competitions/:competition/stages/:code/registration/codes',
    'POST /admin/competitions/:competition/stages/:code/registration/codes/:id/revocation',
    'POST /admin/competitions/:competition/stages/:code/registration/consents/:document',
    'POST /admin/competitions/:competition/stages/:code/rules',
    'POST /admin/competitions/:competition/stages/:code/rules/reminder',
    'POST /admin/competitions/:competition/stages/:code/test/dry-run',
    'POST /admin/competitions/:competition/stages/:code/tracks/news',
    'POST /admin/competitions/:competition/tracks',
    'POST /admin/competitions/from-file',
    'POST /admin/seasons',
    'PUT /admin/competitions/:competition/opening',
    'PUT /admin/competitions/:competition/questions/:id',
    'PUT /admin/competitions/:competition/season',
    'PUT /admin/competitions/:competition/stages',
    'PUT /admin/competitions/:competition/stages/:code',
    'PUT /admin/competitions/:competition/stages/:code/form',
    'PUT /admin/competitions/:competition/stages/:code/lesson/places/:place_id',
  ],
  assessment: [
    'DELETE /admin/competitions/:competition/cutoffs/:cutoff_id',
    'DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id',
    'DELETE /admin/competitions/:competition/stages/:code/event/hosts/:test_id',
    'DELETE /admin/competitions/:competition/stages/:code/judges/:test_id',
    'DELETE /admin/competitions/:competition/stages/:code/judging/references/:work_id',
    'DELETE /admin/competitions/:competition/stages/:code/peer/references/:work_id',
    'DELETE /admin/competitions/:competition/stages/:code/regional-groups/:group_id',
    'DELETE /admin/competitions/:competition/stages/:code/regional-teams/:team_id',
    'GET /admin/competitions/:competition/cutoffs',
    'GET /admin/competitions/:competition/cutoffs/:cutoff_id',
    'GET /admin/competitions/:competition/cutoffs/:cutoff_id/people',
    'GET /admin/competitions/:competition/cutoffs/comparison',
    'GET /admin/competitions/:competition/protocols/:number',
    'GET /admin/competitions/:competition/protocols/:number/files/:export_id',
    'GET /admin/competitions/:competition/protocols/:number/files/:export_id/file',
    'GET /admin/competitions/:competition/protocols/:number/people',
    'GET /admin/competitions/:competition/stages/:code/event',
    'GET /admin/competitions/:competition/stages/:code/event/seating',
    'GET /admin/competitions/:competition/stages/:code/judging',
    'GET /admin/competitions/:competition/stages/:code/judging/calibration',
    'GET /admin/competitions/:competition/stages/:code/judging/conflicts',
    'GET /admin/competitions/:competition/stages/:code/judging/gaps',
    'GET /admin/competitions/:competition/stages/:code/judging/gaps/csv',
    'GET /admin/competitions/:competition/stages/:code/judging/readings',
    'GET /admin/competitions/:competition/stages/:code/judging/results',
    'GET /admin/competitions/:competition/stages/:code/lesson/certificates',
    'GET /admin/competitions/:competition/stages/:code/lesson/map',
    'GET /admin/competitions/:competition/stages/:code/lesson/photos',
    'GET /admin/competitions/:competition/stages/:code/multiform/people',
    'GET /admin/competitions/:competition/stages/:code/peer',
    'GET /admin/competitions/:competition/stages/:code/peer/raters',
    'GET /admin/competitions/:competition/stages/:code/peer/works',
    'GET /admin/competitions/:competition/stages/:code/playoff',
    'GET /admin/competitions/:competition/stages/:code/proposals',
    'GET /admin/competitions/:competition/stages/:code/proposals/csv',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv',
    'GET /admin/competitions/:competition/stages/:code/regional-groups',
    'GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams',
    'GET /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks',
    'GET /admin/competitions/:competition/stages/:code/review',
    'GET /admin/competitions/:competition/stages/:code/similarity',
    'GET /admin/competitions/:competition/stages/:code/similarity/:pair_id',
    'GET /admin/competitions/:competition/stages/:code/solutions',
    'GET /admin/competitions/:competition/stages/:code/solutions/docx',
    'GET /admin/competitions/:competition/stages/:code/solutions/parts',
    'GET /admin/competitions/:competition/stages/:code/solutions/zip',
    'GET /admin/competitions/:competition/stages/:code/team-marks',
    'GET /admin/competitions/:competition/stages/:code/team-replacements',
    'GET /admin/competitions/:competition/stages/:code/teams',
    'GET /admin/competitions/:competition/stages/:code/teams-assembly',
    'GET /admin/competitions/:competition/stages/:code/teams/:team_id',
    'GET /admin/competitions/:competition/stages/:code/teams/:team_id/files/:file_id',
    'GET /admin/competitions/:competition/stages/:code/test/comparison',
    'GET /admin/competitions/:competition/stages/:code/test/people',
    'GET /admin/competitions/:competition/stages/:code/test/results',
    'GET /admin/competitions/:competition/stages/:code/test/signs',
    'GET /admin/competitions/:competition/stages/:code/test/teams',
    'GET /admin/competitions/:competition/stages/:code/tracks',
    'GET /admin/competitions/:competition/stages/:code/tracks/allocation',
    'GET /admin/competitions/:competition/stages/:code/tracks/people',
    'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id',
    'GET /admin/competitions/:competition/stages/:code/video',
    'POST /admin/competitions/:competition/cutoffs',
    'POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol',
    'POST /admin/competitions/:competition/protocols/:number/confirmation',
    'POST /admin/competitions/:competition/protocols/:number/files',
    'POST /admin/competitions/:competition/protocols/:number/withdrawal',
    'POST /admin/competitions/:competition/stages/:code/checkers',
    'POST /admin/competitions/:competition/stages/:code/event/cancel',
    'POST /admin/competitions/:competition/stages/:code/event/hosts',
    'POST /admin/competitions/:competition/stages/:code/event/slots',
    'POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id',
    'POST /admin/competitions/:competition/stages/:code/judges',
    'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts',
    'POST /admin/competitions/:competition/stages/:code/judges/withdraw',
    'POST /admin/competitions/:competition/stages/:code/judging/assign',
    'POST /admin/competitions/:competition/stages/:code/judging/decisions',
    'POST /admin/competitions/:competition/stages/:code/judging/readings/:reading_id/move',
    'POST /admin/competitions/:competition/stages/:code/judging/reminders',
    'POST /admin/competitions/:competition/stages/:code/judging/state',
    'POST /admin/competitions/:competition/stages/:code/judging/works/:work_id/readers',
    'POST /admin/competitions/:competition/stages/:code/peer/decisions',
    'POST /admin/competitions/:competition/stages/:code/peer/experts',
    'POST /admin/competitions/:competition/stages/:code/peer/pool',
    'POST /admin/competitions/:competition/stages/:code/peer/publish',
    'POST /admin/competitions/:competition/stages/:code/peer/reserve',
    'POST /admin/competitions/:competition/stages/:code/peer/works/:work_id/report',
    'POST /admin/competitions/:competition/stages/:code/playoff/draw',
    'POST /admin/competitions/:competition/stages/:code/playoff/entrants/:entrant_id/drop',
    'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id',
    'POST /admin/competitions/:competition/stages/:code/regional-groups',
    'POST /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams',
    'POST /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id/removal',
    'POST /admin/competitions/:competition/stages/:code/return',
    'POST /admin/competitions/:competition/stages/:code/solutions/draw',
    'POST /admin/competitions/:competition/stages/:code/team-marks/count',
    'POST /admin/competitions/:competition/stages/:code/team-marks/reminder',
    'POST /admin/competitions/:competition/stages/:code/teams-assembly',
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/dissolve',
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id/removal',
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/merge',
    'POST /admin/competitions/:competition/stages/:code/teams/:team_id/split',
    'POST /admin/competitions/:competition/stages/:code/test/continuation',
    'POST /admin/competitions/:competition/stages/:code/test/incident',
    'POST /admin/competitions/:competition/stages/:code/test/minutes',
    'POST /admin/competitions/:competition/stages/:code/test/publication',
    'POST /admin/competitions/:competition/stages/:code/test/rulings',
    'POST /admin/competitions/:competition/stages/:code/tracks/allocation',
    'POST /admin/competitions/:competition/stages/:code/video/takes',
    'PUT /admin/competitions/:competition/cutoffs/:cutoff_id',
    'PUT /admin/competitions/:competition/stages/:code/checkers/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/judging',
    'PUT /admin/competitions/:competition/stages/:code/judging/references/:work_id',
    'PUT /admin/competitions/:competition/stages/:code/peer/raters/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/peer/references/:work_id',
    'PUT /admin/competitions/:competition/stages/:code/playoff/matches/:match_id',
    'PUT /admin/competitions/:competition/stages/:code/proposals/annotations',
    'PUT /admin/competitions/:competition/stages/:code/proposals/staff/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias',
    'PUT /admin/competitions/:competition/stages/:code/regional-groups/:group_id',
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id',
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks',
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/review',
    'PUT /admin/competitions/:competition/stages/:code/solutions/:team_id/time',
    'PUT /admin/competitions/:competition/stages/:code/team-marks/teams/:team_id/observers',
    'PUT /admin/competitions/:competition/stages/:code/team-replacements/:replacement_id',
    'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict',
    'PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id',
  ],
  faq: [
    'DELETE /admin/faq-articles/:id',
    'GET /admin/faq-articles/misses',
    'POST /admin/faq-articles',
    'POST /admin/faq-images',
    'PUT /admin/faq-articles/:id',
    'PUT /admin/faq-articles/order',
  ],
  mentors: [
    'DELETE /admin/competitions/:competition/stages/:code/mentors/list/:test_id',
    'GET /admin/competitions/:competition/stages/:code/matching',
    'GET /admin/competitions/:competition/stages/:code/matching/people',
    'GET /admin/competitions/:competition/stages/:code/meetings',
    'GET /admin/competitions/:competition/stages/:code/meetings/no-shows',
    'GET /admin/competitions/:competition/stages/:code/meetings/people',
    'GET /admin/competitions/:competition/stages/:code/mentors',
    'GET /admin/competitions/:competition/stages/:code/mentors/list',
    'POST /admin/competitions/:competition/stages/:code/matching',
    'POST /admin/competitions/:competition/stages/:code/matching/publication',
    'POST /admin/competitions/:competition/stages/:code/matching/second-round',
    'POST /admin/competitions/:competition/stages/:code/meetings/moves',
    'POST /admin/competitions/:competition/stages/:code/mentors/list/:test_id/withdrawal',
    'PUT /admin/competitions/:competition/stages/:code/matching/people/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id',
  ],
  participants: [
    'DELETE /admin/competitions/:competition/audiences/:audience_id',
    'DELETE /admin/competitions/:competition/duplicates/:test_id/:other_id/apart',
    'DELETE /admin/competitions/:competition/participants/:test_id/view',
    'GET /admin/competitions/:competition/audiences',
    'GET /admin/competitions/:competition/bulk-acts',
    'GET /admin/competitions/:competition/bulk-acts/:bulk_act_id/skipped',
    'GET /admin/competitions/:competition/duplicates',
    'GET /admin/competitions/:competition/duplicates/:test_id/:other_id',
    'GET /admin/competitions/:competition/participants',
    'GET /admin/competitions/:competition/participants/:test_id',
    'GET /admin/competitions/:competition/stages/:code/extensions',
    'GET /admin/feedback',
    'GET /admin/feedback/:id/files/:file_id',
    'PATCH /admin/feedback/:id',
    'POST /admin/competitions/:competition/audiences',
    'POST /admin/competitions/:competition/bulk-acts',
    'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/confirmation',
    'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/undo',
    'POST /admin/competitions/:competition/bulk-acts/preview',
    'POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge',
    'POST /admin/competitions/:competition/merges/:act_id/confirm',
    'POST /admin/competitions/:competition/merges/:act_id/stop',
    'POST /admin/competitions/:competition/participants/:test_id/disqualification',
    'POST /admin/competitions/:competition/participants/:test_id/extensions',
    'POST /admin/competitions/:competition/participants/:test_id/restoration',
    'POST /admin/competitions/:competition/participants/:test_id/view',
    'POST /admin/competitions/:competition/stages/:code/extensions',
    'POST /admin/feedback/:id/answer',
    'PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart',
    'PUT /admin/competitions/:competition/participants/:test_id/tags',
  ],
  notifications: [
    'GET /admin/competitions/:competition/broadcasts',
    'GET /admin/competitions/:competition/broadcasts/:broadcast_id/recipients',
    'GET /admin/competitions/:competition/letters',
    'POST /admin/competitions/:competition/broadcasts',
    'POST /admin/competitions/:competition/broadcasts/:broadcast_id/cancellation',
    'POST /admin/competitions/:competition/broadcasts/preview',
    'POST /admin/competitions/:competition/broadcasts/test',
    'POST /admin/competitions/:competition/letters/:letter/reset',
    'POST /admin/competitions/:competition/letters/:letter/test',
    'PUT /admin/competitions/:competition/letters/:letter',
  ],
  admins: [
    'DELETE /admin/competitions/:competition/rights/invitations/:invitation_id',
    'DELETE /admin/rights/invitations/:invitation_id',
    'GET /admin/competitions/:competition/rights',
    'GET /admin/rights',
    'GET /admin/test-letter',
    'GET /admin/undelivered',
    'POST /admin/competitions/:competition/rights/invitations',
    'POST /admin/message-budgets/raise',
    'POST /admin/rights/invitations',
    'POST /admin/test-letter',
    'POST /admin/undelivered/again',
    'PUT /admin/competitions/:competition/rights/:test_id',
    'PUT /admin/rights/:test_id',
  ],
  reports: [
    'GET /admin/competitions/:competition/exports',
    'GET /admin/competitions/:competition/exports/:export_id/file',
    'GET /admin/competitions/:competition/report',
    'GET /admin/competitions/:competition/report/live',
    'GET /admin/competitions/:competition/report/stages/:code',
    'GET /admin/competitions/:competition/report/stages/:code/live',
    'POST /admin/competitions/:competition/exports',
    'POST /admin/competitions/:competition/exports/works',
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
)('RL-02 R-27 the flag «%s» opens its calls and no others, and all other flags together do not open them', async (flag) => {
  const reached = async (flags: readonly AdminFlag[]) => {
    const account = await anAccount(app, { isDemo: true, flags })
    const { token } = await sessionOf(app, account)
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
  // The token still names the flag, but the server reads the flags itself.
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
})
