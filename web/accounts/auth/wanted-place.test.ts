import { expect, test } from 'vitest'
import { takeWantedPlace, wantPlace } from './wanted-place.ts'

const taken = (place: string) => {
  wantPlace(place)
  return takeWantedPlace('ru_season_5')
}

test('after the login the person gets the page that they wanted, once', () => {
  expect(taken('/ru_season_5/business?a=b#c')).toBe('/ru_season_5/business?a=b#c')
  expect(takeWantedPlace('ru_season_5')).toBeNull()
})

test('a redirect to the login through the home of the competition keeps the form that was open', () => {
  wantPlace('/ru_season_5/state/stages/form/questionnaire')
  expect(taken('/ru_season_5')).toBe('/ru_season_5/state/stages/form/questionnaire')
  expect(taken('/ru_season_5')).toBeNull()
})

test.each([
  '/profile/security#second-factor',
  '/desk/doors/7',
  '/admin/not_open_yet/people?search=x#list',
  '/offline-event-booking?competition=politleaders_2&event=3',
])('FS-04 a page outside every competition opens after any login: %j', (place) => {
  expect(taken(place)).toBe(place)
  wantPlace(place)
  expect(takeWantedPlace('')).toBe(place)
})

test('after the login of the staff no page of a competition opens by itself', () => {
  wantPlace('/ru_season_5/business')
  expect(takeWantedPlace('')).toBeNull()
})

test.each([
  '//evil.example/ru_season_5/',
  '/\\evil.example',
  '/ru_season_5/..//evil.example',
  '/ru_season_5/../politleaders_2/faq',
  'https://evil.example/ru_season_5/',
  'javascript:alert(1)//ru_season_5/',
  '/%2F%2Fevil.example/ru_season_5/',
  '/ru_season_5evil/',
  '/profile/..//evil.example',
  '/profile/../politleaders_2/faq',
  '/profileevil/',
])('R-38 the login leads to no place outside its competition: %j', (place) => {
  expect(taken(place)).toBeNull()
})
