import { expect, test } from 'vitest'
import { type Course, listedStep, type Progress, stepAt, stepOf, stepsOf } from './step.ts'

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
const confirmed = { ...progress, phone_confirmed: true, email_confirmed: true }
const complete = { ...confirmed, reg_info_complete: true }
const course: Course = { sections: 3, choosesTrack: false, consented: false }
const withTrack = { ...course, choosesTrack: true }

test.each([
  [null, 'needed'],
  [progress, 'phone'],
  [{ ...progress, phone_confirmed: true }, 'email'],
  [confirmed, 'section-0'],
  [complete, 'consents'],
] as const)('an unfinished registration goes on at the first thing that is missing: case %#', (given, step) => {
  expect(stepOf(given, course)).toBe(step)
  expect(stepOf(given, withTrack)).toBe(step === 'consents' ? 'track' : step)
})

test('every section of the form is a step of its own, and so is the track where there is a choice', () => {
  const ids = (tracks: number) => stepsOf([{ title: 'О вас' }, { title: 'Работа' }], tracks).map(({ id }) => id)
  expect(ids(1)).not.toContain('track')
  expect(ids(2)).toEqual(['contacts', 'phone', 'email', 'section-0', 'section-1', 'track', 'consents', 'password'])
})

test('a supporter has three steps; the codes are part of the contacts', () => {
  expect(stepsOf([{ title: 'Имя' }], 2, 'supporter').map(({ title }) => title)).toEqual([
    'Контакты',
    'Имя',
    'Согласия и пароль',
  ])
  expect((['phone', 'email', 'section-0'] as const).map((step) => listedStep(step, 'supporter'))).toEqual([
    'contacts',
    'contacts',
    'section-0',
  ])
  expect(listedStep('phone', 'participant')).toBe('phone')
})

test('the address opens a step that was reached, back and forth, and never one that does not exist', () => {
  expect(stepAt('section-2', confirmed, course)).toBe('section-2')
  expect(stepAt('section-1', complete, course)).toBe('section-1')
  expect(stepAt('track', complete, course)).toBe('track')
  for (const wanted of ['section-3', 'section--1', 'section-x', 'consents', 'track', 'password', 'x', ''])
    expect([wanted, stepAt(wanted, confirmed, course)]).toEqual([wanted, 'section-0'])
})

test('a password is asked for after the track and the required consents', () => {
  expect(stepAt('password', complete, { ...course, consented: true })).toBe('password')
  expect(stepAt('password', complete, course)).toBe('consents')
  expect(stepAt('password', complete, { ...withTrack, consented: true })).toBe('track')
  expect(stepAt('consents', complete, withTrack)).toBe('track')
})

test('the way back leads to the contacts and to the start, but not to a code that was typed', () => {
  for (const given of [progress, confirmed, complete]) {
    expect(stepAt('contacts', given, course)).toBe('contacts')
    expect(stepAt('needed', given, course)).toBe('needed')
  }
  expect(stepAt('phone', { ...progress, phone_confirmed: true }, course)).toBe('email')
  expect(stepAt('email', confirmed, course)).toBe('section-0')
  expect(stepAt('email', progress, course)).toBe('phone')
})

test('without a registration only the start and the contacts can be opened', () => {
  expect(stepAt('needed', null, course)).toBe('needed')
  expect(stepAt('contacts', null, course)).toBe('contacts')
  expect(stepAt('section-2', null, course)).toBe('contacts')
})
