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
  expect(stepOf(given, false)).toBe(step)
  expect(stepOf(given, true)).toBe(step === 'consents' ? 'track' : step)
})

test('every section of the form is a step of its own, and so is the track where there is a choice', () => {
  const ids = (tracks: number) => stepsOf([{ title: 'О вас' }, { title: 'Работа' }], tracks).map(({ id }) => id)
  expect(ids(1)).not.toContain('track')
  expect(ids(2)).toEqual(['contacts', 'phone', 'email', 'section-0', 'section-1', 'track', 'consents', 'password'])
})

test('a reload opens the section that was open, and never one that is not there or not reached', () => {
  const confirmed = { ...progress, phone_confirmed: true, email_confirmed: true }
  const form = { sections: 3, choosesTrack: false }
  const complete = { ...confirmed, reg_info_complete: true }
  expect(stepAgain(confirmed, 'section-2', form)).toBe('section-2')
  expect(stepAgain(complete, 'section-1', form)).toBe('section-1')
  expect(stepAgain(complete, 'password', form)).toBe('consents')
  expect(stepAgain(complete, 'track', form)).toBe('track')
  expect(stepAgain(complete, 'password', { ...form, choosesTrack: true })).toBe('track')
  for (const kept of ['section-3', 'section--1', 'section-x', 'consents', '', null])
    expect([kept, stepAgain(confirmed, kept, form)]).toEqual([kept, 'section-0'])
  expect(stepAgain(progress, 'section-2', form)).toBe('phone')
  expect(stepAgain(null, 'section-2', form)).toBe('needed')
})
