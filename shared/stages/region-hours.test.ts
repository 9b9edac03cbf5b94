import { expect, test } from 'vitest'
import { utcOffsetOfRegion } from './region-hours.ts'

/** The regions whose capital does not have Moscow time, by its time zone. */
const zones: Record<string, string> = {
  '39': 'Europe/Kaliningrad',
  ...of('Europe/Samara', '18 63'),
  ...of('Europe/Astrakhan', '30'),
  ...of('Europe/Saratov', '64'),
  ...of('Europe/Ulyanovsk', '73'),
  ...of('Asia/Yekaterinburg', '02 45 56 59 66 72 74 86 89'),
  ...of('Asia/Omsk', '55'),
  ...of('Asia/Barnaul', '04 22'),
  ...of('Asia/Krasnoyarsk', '17 19 24'),
  ...of('Asia/Novokuznetsk', '42'),
  ...of('Asia/Novosibirsk', '54'),
  ...of('Asia/Tomsk', '70'),
  ...of('Asia/Irkutsk', '03 38'),
  ...of('Asia/Yakutsk', '14 28'),
  ...of('Asia/Chita', '75'),
  ...of('Asia/Vladivostok', '25 27 79'),
  ...of('Asia/Magadan', '49'),
  ...of('Asia/Sakhalin', '65'),
  ...of('Asia/Kamchatka', '41'),
  ...of('Asia/Anadyr', '87'),
}

function of(zone: string, regions: string) {
  return Object.fromEntries(regions.split(' ').map((region) => [region, zone]))
}

function minutesOf(zone: string) {
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const [, hours] = /GMT\+(\d\d):00/.exec(clock.format(new Date('2026-12-01T00:00:00Z'))) ?? []
  return Number(hours) * 60
}

test('EN-06 every region has the time of its capital; an unknown region has Moscow time', () => {
  const codes = Array.from({ length: 100 }, (_none, code) => String(code).padStart(2, '0'))
  const offsets = codes.map((code) => [code, utcOffsetOfRegion(`${code}00000000000`)])
  expect(offsets).toEqual(codes.map((code) => [code, minutesOf(zones[code] ?? 'Europe/Moscow')]))
  expect([null, '', 'x'].map(utcOffsetOfRegion)).toEqual([180, 180, 180])
})
