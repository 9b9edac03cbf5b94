import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import type { Messenger } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { calendarEntry, nextSequences } from './calendar-entry.ts'
import { rulesOf } from './event-rules.ts'
import type { EventRow } from './store.ts'

interface BookingChange {
  event: Pick<EventRow, 'id' | 'title' | 'address' | 'competition_code' | 'minutes' | 'stage_id' | 'settings'>
  change: 'booked' | 'moved' | 'cancelled' | 'moved_by_organiser' | 'queued_by_organiser' | 'called_off'
  /** The reason for a change by an organiser. */
  reason?: string
}

const titles = {
  booked: 'Вы записаны на мероприятие',
  moved: 'Вы записаны на другое время',
  cancelled: 'Запись на мероприятие отменена',
  moved_by_organiser: 'Организаторы перенесли вашу запись',
  queued_by_organiser: 'Мест стало меньше: вы первый в листе ожидания',
  called_off: 'Мероприятие отменено',
}

type About = { startTime: Date }

/** Notifies a person of a change of the booking. The letter has a calendar entry. */
export const notifyBooking = (
  tx: Tx,
  services: Messenger,
  accountId: number,
  { startTime, ...change }: BookingChange & About,
): Promise<void> => notifyBookings(tx, services, [{ accountId, startTime }], change)

/** Notifies people of the same change of their bookings. */
export async function notifyBookings(
  tx: Tx,
  services: Messenger,
  people: readonly ({ accountId: number } & About)[],
  { event, change, reason = '' }: BookingChange,
): Promise<void> {
  const stays = change === 'booked' || change === 'moved' || change === 'moved_by_organiser'
  const ticket = event.stage_id === null ? '' : '. Билет с QR-кодом — на странице мероприятия'
  const freed = change === 'cancelled' ? 'место освободилось для других.' : 'запись больше не действует.'
  const sequences = await nextSequences(tx, people.length)
  const told = await Promise.all(
    people.map(async ({ accountId, startTime }, place) => {
      const when = momentAtVenue(startTime, rulesOf(event).zone)
      const what = stays
        ? `${quoted(event.title)}, ${when}. Адрес: ${event.address}${ticket}`
        : `${quoted(event.title)}, ${when}: ${freed}`
      const text = reason === '' ? what : `${what}${stays ? '.' : ''} Причина: ${reason}`
      const sequence = sequences[place] ?? 0
      const entry = { event, startTime, accountId, now: services.clock(), sequence, cancelled: !stays }
      return { accountId, text, calendar: await calendarEntry(services, entry) }
    }),
  )
  await messagePeople(tx, services, told, { kind: 'meetings', event: true, title: titles[change] })
}
