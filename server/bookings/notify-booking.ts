import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Messenger } from '#server/services.ts'
import { momentAtVenue } from '#shared/bookings/venue-time.ts'
import { quoted } from '#shared/text/quoted.ts'
import { calendarEntry, nextSequence } from './calendar-entry.ts'
import { rulesOf } from './event-rules.ts'
import type { EventRow } from './store.ts'

interface BookingChange {
  event: Pick<EventRow, 'id' | 'title' | 'address' | 'competition_code' | 'minutes' | 'stage_id' | 'settings'>
  startTime: Date
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

/** Notifies a person of a change of the booking. The letter has a calendar entry. */
export async function notifyBooking(
  tx: Tx,
  services: Messenger,
  accountId: number,
  { event, startTime, change, reason = '' }: BookingChange,
): Promise<void> {
  const when = momentAtVenue(startTime, rulesOf(event).zone)
  const stays = change === 'booked' || change === 'moved' || change === 'moved_by_organiser'
  const ticket = event.stage_id === null ? '' : '. Билет с QR-кодом — на странице мероприятия'
  const freed = change === 'cancelled' ? 'место освободилось для других.' : 'запись больше не действует.'
  const what = stays
    ? `${quoted(event.title)}, ${when}. Адрес: ${event.address}${ticket}`
    : `${quoted(event.title)}, ${when}: ${freed}`
  const text = reason === '' ? what : `${what}${stays ? '.' : ''} Причина: ${reason}`
  const cancelled = !stays
  const sequence = await nextSequence(tx)
  const entry = { event, startTime, accountId, now: services.clock(), sequence, cancelled }
  const calendar = await calendarEntry(services, entry)
  await messagePerson(tx, services, accountId, { kind: 'meetings', title: titles[change], text, calendar })
}
