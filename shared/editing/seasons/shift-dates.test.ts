import { expect, test } from 'vitest'
import { shiftDates } from './shift-dates.ts'

test('every date in settings is moved and counted, and nothing else changes', () => {
  const settings = {
    assessment_opens_at: '2026-12-01T07:00:00.000Z',
    closes: '2027-02-28T10:00:00+03:00',
    admission: { age: { min: 18, on: { year: 2026, month: 3, day: 1 } } },
    rows: [{ at: null }, { at: '2026-12-31T21:00:00Z', title: '2026-12-01' }],
    text: 'Сдайте до 2026-12-01T07:00:00Z, пожалуйста',
    minutes: 40,
  }
  expect(shiftDates(settings, 364)).toEqual({
    count: 4,
    value: {
      assessment_opens_at: '2027-11-30T07:00:00.000Z',
      closes: '2028-02-27T07:00:00.000Z',
      admission: { age: { min: 18, on: { year: 2027, month: 2, day: 28 } } },
      rows: [{ at: null }, { at: '2027-12-30T21:00:00.000Z', title: '2026-12-01' }],
      text: 'Сдайте до 2026-12-01T07:00:00Z, пожалуйста',
      minutes: 40,
    },
  })
})

test('zero days move nothing, and a negative number moves back', () => {
  expect(shiftDates(['2026-12-01T07:00:00.000Z'], 0).value).toEqual(['2026-12-01T07:00:00.000Z'])
  expect(shiftDates(['2026-12-01T07:00:00.000Z'], -1).value).toEqual(['2026-11-30T07:00:00.000Z'])
})
