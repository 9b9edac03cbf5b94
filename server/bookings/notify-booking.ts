import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { calendarEntry } from './calendar-entry.ts'
import type { EventRow } from './store.ts'

interface BookingChange {
  event: EventRow
  startTime: Date
  change: 'booked' | 'moved' | 'cancelled'
}

const titles = {
  booked: 'Вы записаны на мероприятие',
  moved: 'Вы записаны на другое время',
  cancelled: 'Запись на мероприятие отменена',
}

/** Notifies a person of a change of the booking. The letter has an entry for a calendar. */
export async function notifyBooking(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: number,
  { event, startTime, change }: BookingChange,
): Promise<void> {
  const when = `${showDateTime(startTime)} по Москве`
  const cancelled = change === 'cancelled'
  const text = cancelled
    ? `«${event.title}», ${when}: место освободилось для других.`
    : `«${event.title}», ${when}. Адрес: ${event.address}`
  const calendar = await calendarEntry(services, { event, startTime, accountId, now: services.clock(), cancelled })
  await messagePerson(tx, services, accountId, { kind: 'meetings', title: titles[change], text, calendar })
}
