import { expect, test } from 'vitest'
import { readSettings, usualSettings } from './settings.ts'

test('SC-10 settings kept in the browser come back, and what is missing is the usual', () => {
  expect(readSettings('{"theme":"theme-bw","fontSize":"xlarge"}')).toEqual({
    theme: 'theme-bw',
    fontSize: 'xlarge',
    showImages: true,
    showControls: true,
  })
})

test.each([[null], ['not json'], ['7'], ['null']])('SC-10 unreadable settings %j are the usual ones', (kept) => {
  expect(readSettings(kept)).toEqual(usualSettings)
})
