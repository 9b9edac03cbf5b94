import { expect, test } from 'vitest'
import { maskedPhone } from './phone.ts'

test('a phone is shown partly hidden', () => {
  expect(maskedPhone('+79161234567')).toBe('+7 916 •••-••-67')
})
