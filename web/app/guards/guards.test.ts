import { expect, test } from 'vitest'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { type StageStatus, stageStatuses } from '#shared/stages/status.ts'
import { webKinds } from '#web/kinds/kinds.ts'
import { manualSeenKey } from '#web/stages/manual-seen.ts'
import { authenticatedGuard } from './authenticated.ts'
import { competitionGuard } from './competition.ts'
import { go } from './decision.ts'
import { emailVerifiedGuard } from './email-verified.ts'
import { meetingAcceptedGuard } from './meeting-accepted.ts'
import { permissionsGuard } from './permissions.ts'
import { profileRowGuard } from './profile-row.ts'
import { stageGuard } from './stage.ts'
import { stageManualGuard } from './stage-manual.ts'
import { teamsGuard } from './teams.ts'
import { trackGuard } from './track.ts'
import { treeStageHashGuard } from './tree-stage-hash.ts'

const competitions = [{ code: 'ru_season_5' }]
const tracks = [{ code: 'leaders' }, { code: 'science' }]
const usual = { blockOn: usualBlockOn, needsViewable: false }
const aStage = (more: { status?: StageStatus; is_active?: boolean; viewable?: boolean } = {}) => ({
  status: more.status ?? 'available',
  is_active: more.is_active ?? true,
  extra_data: { viewable: more.viewable ?? false },
})

test('GD-01 an unknown competition code is a 404 «Конкурс не найден»', () => {
  expect(competitionGuard({ name: 'competition', code: 'nope', competitions })).toEqual({
    status: 404,
    message: 'Конкурс не найден',
  })
  expect(competitionGuard({ name: 'competition', code: 'ru_season_5', competitions })).toEqual(go)
})

test.each(['profile', 'profile-email'])('GD-01 the route %s needs no competition', (name) => {
  expect(competitionGuard({ name, code: 'nope', competitions })).toEqual(go)
})

test.each(['login', 'register', 'forgot'])('GD-02 a logged-in person goes from %s to the competition', (name) => {
  expect(authenticatedGuard({ name, code: 'ru_season_5', loggedIn: true })).toEqual({ to: '/ru_season_5' })
  expect(authenticatedGuard({ name, code: 'ru_season_5', loggedIn: false })).toEqual(go)
})

test.each([
  'competition',
  'competition-track',
  'invite',
  'support',
  'faq',
  'competition-track-stages-form',
])('GD-03 who has not logged in goes from %s to the login', (name) => {
  expect(authenticatedGuard({ name, code: 'ru_season_5', loggedIn: false })).toEqual({ to: '/ru_season_5/login' })
  expect(authenticatedGuard({ name, code: 'ru_season_5', loggedIn: true })).toEqual(go)
})

test('RL-01 the letter’s address opens for anyone, logged in or not', () => {
  for (const loggedIn of [true, false])
    expect(authenticatedGuard({ name: 'verify', code: 'ru_season_5', loggedIn })).toEqual({ go: true })
})

test.each([
  'duties',
  'undelivered',
  'portal-rights',
  'desk',
  'desk-work',
  'console',
  'console-people',
])('FS-03 who has not logged in goes from the staff page %s to the login that needs no competition', (name) => {
  for (const code of ['ru_season_5', null])
    expect(authenticatedGuard({ name, code, loggedIn: false })).toEqual({ to: '/login' })
})

test.each(['staff-login', 'staff-forgot'])('FS-03 a logged-in person goes from %s to the own home', (name) => {
  expect(authenticatedGuard({ name, code: null, loggedIn: true })).toEqual({ to: '/home' })
  expect(authenticatedGuard({ name, code: null, loggedIn: false })).toEqual(go)
})

test('GD-03 outside every competition a person without a login goes to the root', () => {
  expect(authenticatedGuard({ name: 'profile', code: null, loggedIn: false })).toEqual({ to: '/' })
})

test.each([
  '/evil.example',
  '//evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '..',
  'ru_season_5/../..//evil.example',
  '%2F%2Fevil.example',
  '',
])('R-38 a competition named %j in the query leads nowhere but to the root', (code) => {
  expect(authenticatedGuard({ name: 'offline-event-booking', code, loggedIn: false })).toEqual({ to: '/' })
})

test('GD-04 the e-mail edit page leads to the profile once the address is confirmed', () => {
  expect(emailVerifiedGuard({ email_verified: true })).toEqual({ to: '/profile' })
  expect(emailVerifiedGuard({ email_verified: false })).toEqual(go)
})

test.each([
  ['password', '/profile/security'],
  ['second-factor', '/profile/security'],
  ['state-service', '/profile/security'],
  ['sessions', '/profile/security'],
  ['notifications', '/profile/notifications'],
  ['consents', '/profile/consents'],
  ['own-data', '/profile/own-data'],
  ['erasure', '/profile/own-data'],
])('an old address of the row %s leads to its page', (hash, to) => {
  expect(profileRowGuard(hash)).toEqual({ to, hash })
})

test.each(['', 'email', 'phone', 'personal', 'constructor'])('the first page of the profile keeps #%s', (hash) => {
  expect(profileRowGuard(hash)).toEqual(go)
})

test('GD-05 an unknown track leads to the first', () => {
  expect(trackGuard({ competition: 'ru_season_5', track: 'x', tracks })).toEqual({ to: '/ru_season_5/leaders' })
  expect(trackGuard({ competition: 'ru_season_5', track: 'science', tracks })).toEqual(go)
})

test.each([[null], [[]]])('GD-06 tracks %j give the error 500 «Не удалось получить треки»', (none) => {
  expect(trackGuard({ competition: 'ru_season_5', track: 'x', tracks: none })).toEqual({
    status: 500,
    message: 'Не удалось получить треки',
  })
})

test('GD-07 an unknown stage leads to the track', () => {
  expect(stageGuard({ trackPath: '/a/b', stage: null, kind: usual })).toEqual({ to: '/a/b' })
})

test('GD-08 a status of the blocked list leads to the track', () => {
  const guarded = (status: StageStatus, kind = usual) =>
    stageGuard({ trackPath: '/a/b', stage: aStage({ status }), kind })
  const led = stageStatuses.filter((status) => 'to' in guarded(status))
  expect(led).toEqual(['hidden', 'not_allowed', 'timeover', 'unavailable_finalist'])
  expect(guarded('timeover')).toEqual({ to: '/a/b' })
  expect(guarded('wait')).toEqual(go)
  expect(guarded('wait', { ...usual, blockOn: ['wait'] })).toEqual({ to: '/a/b' })
})

test('an organiser’s page is open to people with its flag and closed to all others', () => {
  const open = (permissions: string[]) => permissionsGuard({ flag: 'participants', permissions })
  expect(open(['faq', 'participants'])).toEqual(go)
  expect(open(['faq'])).toMatchObject({ status: 403 })
  expect(open([])).toMatchObject({ status: 403 })
})

const viewableKinds = Object.values(webKinds).filter((kind) => kind.needsViewable)

test('GD-09 a form is among the kinds that must be viewable or active', () => {
  expect(viewableKinds.map(({ type }) => type)).toContain('form')
})

test.each(viewableKinds)('GD-09 a stage of the kind $type neither viewable nor active leads to the track', (kind) => {
  const guarded = (more: { is_active: boolean; viewable: boolean }) =>
    stageGuard({ trackPath: '/a/b', stage: aStage({ status: 'success', ...more }), kind })
  expect(guarded({ is_active: false, viewable: false })).toEqual({ to: '/a/b' })
  expect(guarded({ is_active: true, viewable: false })).toEqual(go)
  expect(guarded({ is_active: false, viewable: true })).toEqual(go)
})

test('GD-10 the first visit of a stage with instructions begins with them, the second does not', () => {
  const place = { stagePath: '/a/b/stages/form/anketa', hasManual: true }
  expect(stageManualGuard({ ...place, seen: false })).toEqual({ to: '/a/b/stages/form/anketa/manual' })
  expect(stageManualGuard({ ...place, seen: true })).toEqual(go)
  expect(stageManualGuard({ ...place, hasManual: false, seen: false })).toEqual(go)
})

test('GD-10 the flag is kept for each person and stage', () => {
  expect(new Set([manualSeenKey(1, 2), manualSeenKey(2, 1), manualSeenKey(1, 21), manualSeenKey(12, 1)]).size).toBe(4)
})

const stagePath = '/a/b/stages/teams_forming'

test('GD-11 the person’s own team in the address leads to the stage page', () => {
  expect(teamsGuard({ stagePath, teamId: 7, team: '7' })).toEqual({ to: stagePath })
  expect(teamsGuard({ stagePath, teamId: 7, team: '8' })).toEqual(go)
  expect(teamsGuard({ stagePath, teamId: 7, team: null })).toEqual(go)
})

test('GD-12 without a team of the person and without a team in the address the list is shown', () => {
  expect(teamsGuard({ stagePath, teamId: null, team: null })).toEqual({ to: `${stagePath}/list` })
  expect(teamsGuard({ stagePath, teamId: null, team: '8' })).toEqual(go)
})

test('GD-13 from stage to stage the address keeps the code of the stage left', () => {
  const place = { to: '/a/b/stages/form/anketa', stageCode: 'anketa', hash: '', known: false }
  expect(treeStageHashGuard({ ...place, previousStageCode: 'pravila' })).toEqual({ to: place.to, hash: 'pravila' })
  expect(treeStageHashGuard({ ...place, hash: 'pravila', previousStageCode: 'pravila' })).toEqual(go)
  expect(treeStageHashGuard({ ...place, previousStageCode: 'pravila', known: true })).toEqual(go)
  expect(treeStageHashGuard({ ...place, previousStageCode: null })).toEqual(go)
  expect(treeStageHashGuard({ ...place, previousStageCode: 'anketa' })).toEqual(go)
})

const meetingPlace = { trackPath: '/a/b', id: '5', log: () => {} }

test('GD-14 a meeting already accepted leads to the section of meetings', async () => {
  const withStatus = (user_meeting_status: string) =>
    meetingAcceptedGuard({ ...meetingPlace, meetings: async () => [{ id: 5, user_meeting_status }] })
  expect(await withStatus('accepted')).toEqual({ to: '/a/b', hash: 'mentor_meetings' })
  expect(await withStatus('pending')).toEqual(go)
})

test('GD-14 when meetings cannot be loaded, this is logged and nobody is redirected', async () => {
  const logged: unknown[] = []
  const fault = new Error('down')
  const meetings = () => Promise.reject(fault)
  expect(await meetingAcceptedGuard({ ...meetingPlace, meetings, log: (error) => logged.push(error) })).toEqual(go)
  expect(logged).toEqual([fault])
})
