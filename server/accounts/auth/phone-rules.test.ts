import { expect, test } from 'vitest'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { acceptedPhone } from './phone-rules.ts'

const home = { foreign: false, blocked: ['+7900123'] }

function refusalOf(text: string, allowed = home): string {
  try {
    return acceptedPhone(text, allowed)
  } catch (cause) {
    return cause instanceof Refusal ? cause.code : String(cause)
  }
}

test.each([
  ['8 916 123-45-67', '+79161234567'],
  ['+7 495 123-45-67', 'phone_incorrect'],
  ['+7 916 123-45-6', 'phone_incorrect'],
  ['телефон', 'phone_incorrect'],
  ['+375 29 123-45-67', 'phone_unsupported'],
  ['+7 701 123-45-67', 'phone_unsupported'],
  ['+7 970 123-45-67', 'phone_virtual'],
  ['+7 954 123-45-67', 'phone_virtual'],
  ['+882 16 123 4567', 'phone_virtual'],
  ['+7 971 123-45-67', 'phone_virtual'],
  ...['870', '878', '881', '882', '883', '888', '979'].map((code) => [`+${code} 12345678`, 'phone_virtual']),
  ['+7 601 123-45-67', 'phone_unsupported'],
  ['+3 791 612-34-56', 'phone_unsupported'],
  ['+7 900 123-00-00', 'phone_blacklisted'],
  ['+7 900 124-00-00', '+79001240000'],
  ['+7 989 999-99-99', '+79899999999'],
  ['+7 999 999-99-99', 'phone_blacklisted'],
])('R-21 the Russian number %s is answered %s before an SMS is paid for', (text, answer) =>
  expect(refusalOf(text)).toBe(answer))

test('R-21 a foreign number is accepted when the competition allows it', () => {
  expect(refusalOf('+375 29 123-45-67', { foreign: true, blocked: [] })).toBe('+375291234567')
  expect(refusalOf('+882 16 123 4567', { foreign: true, blocked: [] })).toBe('phone_virtual')
  expect(refusalOf('+7 701 123-45-67', { foreign: true, blocked: [] })).toBe('+77011234567')
})
