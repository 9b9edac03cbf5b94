import { expect, test } from 'vitest'
import { maskedPhone, normalisePhone } from './phone.ts'

test.each([
  ['+7 916 123-45-67', '+79161234567'],
  ['8 (916) 123 45 67', '+79161234567'],
  ['79161234567', '+79161234567'],
  ['9161234567', '+79161234567'],
  ['+375 29 123-45-67', '+375291234567'],
  ['00375291234567', '+375291234567'],
  [' +7.916.123‑45–67 ', '+79161234567'],
  ['89161234567', '+79161234567'],
  ['+89161234567', '+89161234567'],
  ['375291234567', '+375291234567'],
  ['12345', '+12345'],
  ['123456789012345', '+123456789012345'],
])('a phone written %s is %s', (text, phone) => expect(normalisePhone(text)).toBe(phone))

test.each(['', 'abc', '+7', '1234', '+1234567890123456', '+7916123456a'])('"%s" is no phone', (text) =>
  expect(normalisePhone(text)).toBeNull())

test('a phone is shown partly hidden', () => {
  expect(maskedPhone('+79161234567')).toBe('+7 916 •••-••-67')
})
