import { expect, test } from 'vitest'
import { type Progress, stepAgain, stepOf, stepsOf } from './step.ts'

const progress: Progress = {
  registration_id: 'x'.repeat(32),
  email: 'a@b.ru',
  phone: '+79990000000',
  door: 'participant',
  phone_confirmed: false,
  email_confirmed: false,
  reg_info_complete: false,
  sms_repeat_after: 120,
  email_repeat_after: 0,
}

test.each([
  [null, 'needed'],
  [progress, 'phone'],
  [{ ...progress, phone_confirmed: true }, 'email'],
  [{ ...progress, phone_confirmed: true, email_confirmed: true }, 'section-0'],
  [{ ...progress, phone_confirmed: true, email_confirmed: true, reg_info_complete: true }, 'consents'],
] as const)('an unfinished registration goes on at the first thing that is missing: case %#', (given, step) => {
  expect(stepOf(given)).toBe(step)
})

test('every section of the form is a step of its own', () => {
  expect(stepsOf([{ title: 'О вас' }, { title: 'Работа' }]).map(({ id }) => id)).toEqual([
    'contacts',
    'phone',
    'email',
    'section-0',
    'section-1',
    'consents',
    'password',
  ])
})

test('a reload opens the section that was open, and never one that is not there or not reached', () => {
  const confirmed = { ...progress, phone_confirmed: true, email_confirmed: true }
  expect(stepAgain(confirmed, 'section-2', 3)).toBe('section-2')
  expect(stepAgain({ ...confirmed, reg_info_complete: true }, 'section-1', 3)).toBe('section-1')
  expect(stepAgain({ ...confirmed, reg_info_complete: true }, 'password', 3)).toBe('consents')
  for (const kept of ['section-3', 'section--1', 'section-x', 'consents', '', null])
    expect([kept, stepAgain(confirmed, kept, 3)]).toEqual([kept, 'section-0'])
  expect(stepAgain(progress, 'section-2', 3)).toBe('phone')
  expect(stepAgain(null, 'section-2', 3)).toBe('needed')
})
