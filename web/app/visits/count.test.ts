import { expect, test } from 'vitest'
import { countedPath, goalRequests, viewRequests } from './count.ts'

const both = { ymid: '111', mtid: '222', social_goal_id: 'registered' }
const page = 'https://portal.example/ru_season_5/register'

test('an address is counted without what names a person, a team, a meeting or an article', () => {
  const params = { competition: 'ru_season_5', track: 'business', stage: 'team', team: '17', id: '9', action: 'accept' }
  const counted = (pattern: string) => countedPath(pattern, { ...params, _splat: 'deadlines/moved' })
  expect(counted('/')).toBe('/')
  expect(counted('/$competition/login')).toBe('/ru_season_5/login')
  expect(counted('/$competition/$track/stages/essay/{-$stage}')).toBe('/ru_season_5/business/stages/essay/team')
  expect(counted('/$competition/$track/stages/teams_forming/$team')).toBe(
    '/ru_season_5/business/stages/teams_forming/team',
  )
  expect(counted('/$competition/$track/stages/mentor_meetings/{-$stage}/$id/$action')).toBe(
    '/ru_season_5/business/stages/mentor_meetings/team/id/action',
  )
  expect(counted('/$competition/faq/$')).toBe('/ru_season_5/faq/article')
  expect(countedPath('/$competition/$track/stages/essay/{-$stage}', { competition: 'a', track: 'b' })).toBe(
    '/a/b/stages/essay',
  )
})

test('only counters with a number get a request, and the goal only where it has a name', () => {
  const hosts = (requests: string[]) => requests.map((request) => new URL(request).host)
  expect(hosts(viewRequests(both, page, ''))).toEqual(['mc.yandex.ru', 'top-fwz1.mail.ru'])
  expect(hosts(viewRequests({ ...both, mtid: null }, page, ''))).toEqual(['mc.yandex.ru'])
  expect(hosts(goalRequests({ ...both, ymid: null }, page))).toEqual(['top-fwz1.mail.ru'])
  expect(goalRequests({ ...both, social_goal_id: null }, page)).toEqual([])
})

test('a counter gets the page, where the visitor came from, and the goal, and nothing else', () => {
  const [view, tracked] = viewRequests(both, page, 'https://search.example')
  expect(Object.fromEntries(new URL(view ?? '').searchParams)).toEqual({
    'page-url': page,
    'page-ref': 'https://search.example',
    'browser-info': 'pv:1:ar:1:en:utf-8',
  })
  expect(decodeURIComponent(tracked ?? '')).toBe(
    `https://top-fwz1.mail.ru/tracker?id=222;u=${page};r=https://search.example`,
  )
  const [reached, trackedGoal] = goalRequests(both, page)
  expect(Object.fromEntries(new URL(reached ?? '').searchParams)).toEqual({
    'page-url': 'goal://portal.example/registered',
    'page-ref': page,
    'browser-info': 'ar:1:en:utf-8',
  })
  expect(decodeURIComponent(trackedGoal ?? '')).toBe(
    `https://top-fwz1.mail.ru/tracker?id=222;e=RG:/registered;u=${page}`,
  )
})
