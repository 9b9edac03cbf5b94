import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { webKinds } from '#web/kinds/kinds.ts'
import { createPortalRouter } from './router.tsx'

const router = createPortalRouter(createMemoryHistory({ initialEntries: ['/'] }))
function opened(path: string) {
  const matches = router.matchRoutes(path, {})
  const last = matches.at(-1)
  return { name: last?.staticData.name, params: last?.params as Record<string, string> }
}
const base = '/ru_season_5/leaders/stages'

test.each([
  ['/', 'index'],
  ['/offline-event-booking', 'offline-event-booking'],
  ['/profile', 'profile'],
  ['/profile/security', 'profile-security'],
  ['/profile/consents', 'profile-consents'],
  ['/profile/email', 'profile-email'],
  ['/ru_season_5/login', 'login'],
  ['/ru_season_5/register', 'register'],
  ['/ru_season_5/forgot', 'forgot'],
  ['/ru_season_5/verify', 'verify'],
  ['/ru_season_5/invite', 'invite'],
  ['/ru_season_5/support', 'support'],
  ['/ru_season_5/faq', 'faq'],
  ['/ru_season_5/faq/how/to-log-in', 'faq-article'],
])('the address %s is the route %s', (path, name) => {
  expect(opened(path).name).toBe(name)
})

test('RT-04 RT-10 the home of a competition is the route competition, a track competition-track', () => {
  expect(opened('/ru_season_5').name).toBe('competition')
  expect(opened('/ru_season_5/leaders').name).toBe('competition-track')
})

const optionalStage = Object.values(webKinds)
  .filter(({ addresses }) => addresses[0].tail === '/{-$stage}')
  .map(({ type }) => type)

test('RT-12 the stages of spec.md with an optional code are tested', () => {
  expect(optionalStage).toEqual(
    expect.arrayContaining([
      'choose_tracks',
      'final_mentor_choose',
      'form',
      'mgmt_proposal',
      'mgmt_solution_assessment',
      'registration',
      'rules',
      'teams_evaluation',
      'teams_solution',
      'videointerview',
    ]),
  )
})

test.each(optionalStage)('RT-12 RT-15 the stage route %s takes an optional stage and has its manual', (code) => {
  const name = `competition-track-stages-${code}`
  expect(opened(`${base}/${code}`)).toMatchObject({ name })
  expect(opened(`${base}/${code}`).params.stage).toBeUndefined()
  expect(opened(`${base}/${code}/main`)).toMatchObject({ name, params: { stage: 'main' } })
  expect(opened(`${base}/${code}/main/manual`)).toMatchObject({ name: `${name}-manual`, params: { stage: 'main' } })
  expect(opened(`${base}/${code}/manual`)).toMatchObject({ name: `${name}-manual` })
})

/** The lists of the kinds that do not have the usual one, each written out here by hand. */
const closed = ['hidden', 'unavailable_finalist']
const blockedOn: Record<string, string[]> = {
  rules: closed,
  teams_solution: closed,
  registration: closed,
  form: closed,
  essay: closed,
  teams_forming: closed,
  mentor_choice: closed,
  final_mentor_choose: closed,
  mentor_meetings: closed,
  questionnaire: closed,
  feedback: closed,
  multiform: closed,
  mgmt_proposal: closed,
  public_lesson: closed,
  lesson_plan: closed,
  lesson_report: closed,
  mgmt_solution_assessment: closed,
  playoff: closed,
  teams_evaluation: closed,
  event: closed,
  test: closed,
  videointerview: closed,
  choose_tracks: closed,
}

test.each(Object.keys(webKinds))('GD-08 the route of the kind %s carries its list of blocked statuses', (type) => {
  const page = router.matchRoutes(type === 'mentor_meetings' ? `${base}/${type}/main` : `${base}/${type}`, {}).at(-1)
  const expected = blockedOn[type] ?? ['hidden', 'not_allowed', 'unavailable_finalist', 'timeover']
  expect(page?.staticData.stageType).toBe(type)
  expect(
    page?.staticData.blockOn,
    `a list other than usualBlockOn is repeated in blockedOn: a line for ${type}`,
  ).toEqual(expected)
})

test('RT-11 RT-15 teams: the stage, its list, which wins over a team, and a team', () => {
  const name = 'competition-track-stages-teams_forming'
  expect(opened(`${base}/teams_forming`).name).toBe(name)
  expect(opened(`${base}/teams_forming/list`).name).toBe(`${name}-list`)
  expect(opened(`${base}/teams_forming/42`)).toMatchObject({ name, params: { team: '42' } })
})

test('RT-13 meetings: the stage, and a meeting’s action with or without the stage', () => {
  const name = 'competition-track-stages-mentor_meetings'
  expect(opened(`${base}/mentor_meetings/main`)).toMatchObject({ name, params: { stage: 'main' } })
  expect(opened(`${base}/mentor_meetings/main/7/accept`)).toMatchObject({
    name,
    params: { stage: 'main', id: '7', action: 'accept' },
  })
  expect(opened(`${base}/mentor_meetings/7/accept`)).toMatchObject({ name, params: { id: '7', action: 'accept' } })
})

test('RT-14 multiform: stage and form are both optional', () => {
  const name = 'competition-track-stages-multiform'
  expect(opened(`${base}/multiform`).name).toBe(name)
  expect(opened(`${base}/multiform/main`)).toMatchObject({ name, params: { stage: 'main' } })
  expect(opened(`${base}/multiform/main/work`)).toMatchObject({ name, params: { stage: 'main', form: 'work' } })
})

test('RT-16 the base of every address is /', () => {
  expect(router.basepath).toBe('/')
})
