import { expect, test } from 'vitest'
import { momentAhead, placeFault, proposedTimes } from './meeting-faults.ts'

const now = new Date('2026-11-21T12:00:00+03:00')

test('two or three different times must be offered, each in the future and within a year', () => {
  const times = (...texts: string[]) => proposedTimes(texts, now)
  expect(times('2026-11-23 10:00:00', '2026-11-22 10:00:00').times).toEqual([
    new Date('2026-11-22T10:00:00+03:00'),
    new Date('2026-11-23T10:00:00+03:00'),
  ])
  const one = '2026-11-22 10:00:00'
  for (const few of [[], [one], [one, one], [one, '2026-11-23 10:00', '2026-11-24 10:00', '2026-11-25 10:00']])
    expect(times(...few).fault).toBe('meeting_times_few')
  for (const wrong of ['2026-11-21 12:00:00', 'завтра', '2026-11-22', '2028-01-01 10:00:00', '2026-02-30 10:00:00'])
    expect([wrong, times(one, wrong).fault]).toEqual([wrong, 'meeting_date_wrong'])
})

test('a moment up to a year ahead is accepted, a later moment is not', () => {
  expect(momentAhead('2027-11-22 12:00:00', now)).not.toBeNull()
  expect(momentAhead('2027-11-22 12:00:01', now)).toBeNull()
})

test('a meeting in person needs an address, a meeting online a link', () => {
  expect(placeFault(1, ' Пермь, ул. Ленина, 51 ')).toBeNull()
  expect(placeFault(1, '  ')).toBe('meeting_address_missing')
  expect(placeFault(2, ' https://meet.example.test/1 ')).toBeNull()
  for (const link of [
    '',
    'http://meet.example.test',
    'https://',
    'https://meet',
    'https://a.b c',
    'javascript:alert(1)',
  ])
    expect([link, placeFault(2, link)]).toEqual([link, 'meeting_link_wrong'])
})
