import { expect, test } from 'vitest'
import { coloursOf, lookOf } from './look-of.ts'

const isLook = (code: string) => ['default', 'leaders', 'voz', 'ru_season_5'].includes(code)
const competition = (code: string, layout = 'default', theme = 'default') => ({ code, layout, theme })

test('LY-01 a competition with a folder uses it, whatever layout its row names', () => {
  expect(lookOf(competition('ru_season_5', 'leaders'), isLook)).toBe('ru_season_5')
  expect(coloursOf(competition('ru_season_5'), isLook)).toBe('ru_season_5')
})

test('LY-02 any other competition uses the layout of its row, or the default layout when that layout is unknown', () => {
  expect(lookOf(competition('young_managers', 'leaders'), isLook)).toBe('leaders')
  expect(lookOf(competition('young_managers', 'voz'), isLook)).toBe('voz')
  expect(lookOf(competition('young_managers', 'baroque'), isLook)).toBe('default')
  expect(lookOf(undefined, isLook)).toBe('default')
})

test('a chosen theme changes the colours of the layout; an unknown one does not', () => {
  expect(coloursOf(competition('young_managers', 'leaders', 'voz'), isLook)).toBe('voz')
  expect(coloursOf(competition('young_managers', 'leaders', 'baroque'), isLook)).toBe('leaders')
})
