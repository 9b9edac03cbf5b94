import { expect, test } from 'vitest'
import { refusedByBrowser } from './consent.ts'

test('a browser that asks not to be tracked has refused', () => {
  const asks = (signs: object) => refusedByBrowser(signs as Navigator)
  expect(asks({ doNotTrack: '1' })).toBe(true)
  expect(asks({ doNotTrack: null, globalPrivacyControl: true })).toBe(true)
  expect(asks({ doNotTrack: 'unspecified', globalPrivacyControl: false })).toBe(false)
})
