import { expect, test } from 'vitest'
import { momentAtVenue, venueTime } from './venue-time.ts'

const at = (text: string) => new Date(`2026-11-25T${text}:00+03:00`)

test('KE-20 the local time of the venue is shown next to Moscow time, with the date when it differs', () => {
  expect(venueTime(at('10:00'), 'Europe/Moscow')).toBe('')
  expect(venueTime(at('10:00'), 'Asia/Yekaterinburg')).toBe('12:00 на площадке')
  expect(venueTime(at('20:00'), 'Asia/Vladivostok')).toBe('26.11.2026, 03:00 на площадке')
  expect(momentAtVenue(at('10:00'), 'Europe/Moscow')).toBe('25.11.2026 10:00 по Москве')
  expect(momentAtVenue(at('10:00'), 'Asia/Omsk')).toBe('25.11.2026 10:00 по Москве (13:00 на площадке)')
})
