import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { EventRow } from './store.ts'

interface Entry {
  event: Pick<EventRow, 'id' | 'title' | 'address' | 'competition_code' | 'minutes'>
  startTime: Date
  accountId: number
  now: Date
  /** A number that is higher than those of earlier entries of the booking. */
  sequence: number
  /** Whether the booking was cancelled: the calendar then removes its entry. */
  cancelled: boolean
}

const timezone = 'Europe/Moscow'

/**
 * The booking as an iCalendar file (RFC 5545). All entries of one person and event share a UID, so that a calendar
 * replaces the older entry when the booking moves, and removes it when the booking is cancelled.
 */
export async function calendarEntry(
  { config }: Pick<Services, 'config'>,
  { event, startTime, accountId, now, sequence, cancelled }: Entry,
): Promise<string> {
  const [{ ICalCalendar, ICalCalendarMethod, ICalEventStatus }, { tzlib_get_ical_block }, { TZDate }] =
    await Promise.all([import('ical-generator'), import('timezones-ical-library'), import('@date-fns/tz')])
  const calendar = new ICalCalendar({
    prodId: { company: 'portal', product: 'booking', language: 'RU' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // Without a name: the zone of the whole calendar would also apply to DTSTAMP, which must be in UTC.
    timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null },
  })
  calendar.createEvent({
    id: `offline-event-${event.id}-${accountId}@${new URL(config.publicUrl).hostname}`,
    sequence,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp: now,
    timezone,
    start: new TZDate(startTime, timezone),
    end: new TZDate(startTime.getTime() + event.minutes * 60_000, timezone),
    summary: event.title,
    location: event.address,
    url: `${config.publicUrl}/offline-event-booking?competition=${event.competition_code}&event=${event.id}`,
  })
  return calendar.toString()
}

/** So many numbers, taken under the lock of the bookings, so that they rise with each change. */
export async function nextSequences(db: Db | Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ next: number }>`
    select nextval('calendar_changes')::integer as next from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ next }) => next)
}
