import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { calendarEntry } from './calendar-entry.ts'

const config = readConfig({ DATA_DIR: '/nowhere', DEMO: '0' })
const entry = (title: string) =>
  calendarEntry(
    { config },
    {
      event: { id: 7, title, address: 'Москва, Покровка, 47', competition_code: 'ru_season_5', minutes: 90 },
      startTime: new Date('2026-11-22T12:00:00+03:00'),
      accountId: 3,
      now: new Date('2026-11-21T12:00:00+03:00'),
    },
  )

test('SC-09 the letter’s calendar entry says when, how long and where, whatever the title holds', () => {
  const lines = entry('Игра; беседа,\nобед').replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('DTSTART:20261122T090000Z')
  expect(lines).toContain('DURATION:PT90M')
  expect(lines).toContain('SUMMARY:Игра\\; беседа\\,\\nобед')
  expect(lines).toContain('LOCATION:Москва\\, Покровка\\, 47')
})

test('SC-09 no line of it is longer than a calendar reads, and no letter is torn', () => {
  const long = 'Ёлка '.repeat(60).trim()
  const text = entry(long)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${long}`)
})
