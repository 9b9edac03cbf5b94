import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test('R-38 an address of the portal stays as it is', () => {
  for (const place of [
    '/',
    '/ru_season_5',
    '/ru_season_5/business/stages/form/anketa?a=b#part',
    '/ru_season_5/faq/%D0%B0',
  ])
    expect(ownPath(place)).toBe(place)
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ru_season_5/..//evil.example',
  '/.//evil.example',
  '/a/%2e%2e//evil.example',
  'https://evil.example/ru_season_5/',
  'https:evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  'ru_season_5',
  '/%',
  '',
])('R-38 %j leads away from the portal or nowhere, and is not accepted', (place) => {
  expect(ownPath(place)).toBeNull()
})

test('R-38 whatever is let through opens on the portal', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    '%2f',
    '%5c',
    '\t',
    'evil.example',
    'ru_season_5',
    ':',
    '@',
    '?',
    '#',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const place = ownPath(parts.join(''))
      if (place !== null) expect(new URL(place, 'https://portal.example').origin).toBe('https://portal.example')
    }),
  )
})
