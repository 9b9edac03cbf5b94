import { expect, test } from 'vitest'
import { registrationWords } from './registration-words.ts'

const shut = {
  registration_open: false,
  registration_opens: null,
  registration_ends: '2026-12-07 23:59:00',
  door: null,
}

test('a competition says until when it can be entered, from when, or that it is too late', () => {
  expect(registrationWords({ ...shut, registration_open: true })).toBe('Регистрация открыта до 07.12.2026')
  expect(registrationWords({ ...shut, registration_open: true, registration_ends: null })).toBe('Регистрация открыта')
  const ahead = { ...shut, registration_opens: '2026-12-01 10:00:00' }
  expect(registrationWords(ahead)).toBe('Регистрация откроется 01.12.2026')
  expect(registrationWords(shut)).toBe('Регистрация закрыта')
})

test('a registered person reads their role, whatever the state of the registration', () => {
  expect(registrationWords({ ...shut, door: 'participant' })).toBe('Вы участвуете')
  expect(registrationWords({ ...shut, registration_open: true, door: 'supporter' })).toBe('Вы сторонник')
})
