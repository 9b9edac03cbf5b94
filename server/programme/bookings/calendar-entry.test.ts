import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { calendarEntry } from './calendar-entry.ts'

const config = readConfig({ DATA_DIR: '/nowhere', DEMO: '0' })
const entry = ({ title = 'Игра', cancelled = false, now = '2026-11-21T12:00:00+03:00', sequence = 7 } = {}) =>
  calendarEntry(
    { config },
    {
      event: { id: 7, title, address: 'Москва, Покровка, 47', competition_code: 'ru_season_5', minutes: 90 },
      startTime: new Date('2026-11-22T12:00:00+03:00'),
      accountId: 3,
      now: new Date(now),
      sequence,
      cancelled,
    },
  )

/** The entry as a calendar program reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { method: calendar.getFirstPropertyValue('method'), zones, event }
}

test('SC-09 the letter’s calendar entry has the time, length and place, whatever the title contains', async () => {
  const title = 'Игра; беседа,\nобед'
  const { method, event } = read(await entry({ title }))
  expect(method).toBe('PUBLISH')
  expect(event.uid).toBe(`offline-event-7-3@${new URL(config.publicUrl).hostname}`)
  expect(event.summary).toBe(title)
  expect(event.location).toBe('Москва, Покровка, 47')
  expect(event.duration.toSeconds()).toBe(90 * 60)
  expect(event.component.getFirstPropertyValue('url')).toBe(
    `${config.publicUrl}/offline-event-booking?competition=ru_season_5&event=7`,
  )
})

test('SC-09 the time is Moscow time, with the zone defined in the entry', async () => {
  const { zones, event } = read(await entry())
  expect(zones.map((zone) => zone.tzid)).toEqual(['Europe/Moscow'])
  expect(event.startDate.zone?.tzid).toBe('Europe/Moscow')
  expect(event.startDate.toString()).toBe('2026-11-22T12:00:00')
  expect(event.startDate.toJSDate()).toEqual(new Date('2026-11-22T09:00:00Z'))
  expect(String(event.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T09:00:00Z')
})

test('SC-09 the entry of a cancelled booking removes the earlier one', async () => {
  const booked = read(await entry())
  const cancelled = read(await entry({ cancelled: true, sequence: 8 }))
  expect(cancelled.method).toBe('CANCEL')
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(cancelled.event.uid).toBe(booked.event.uid)
  expect(cancelled.event.sequence).toBe(booked.event.sequence + 1)
})

test('SC-09 no line is longer than calendars accept, and no character is split', async () => {
  const title = 'Ёлка '.repeat(60).trim()
  const text = await entry({ title })
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(read(text).event.summary).toBe(title)
})
