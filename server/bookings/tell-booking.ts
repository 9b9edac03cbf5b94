import type { Tx } from '#server/db.ts'
import { tellPerson } from '#server/notifications/tell-person.ts'
import type { Services } from '#server/services.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { calendarEntry } from './calendar-entry.ts'
import type { EventRow } from './store.ts'

interface Told {
  event: EventRow
  startTime: Date
  what: 'booked' | 'moved' | 'cancelled'
}

const titles = {
  booked: 'Вы записаны на мероприятие',
  moved: 'Вы записаны на другое время',
  cancelled: 'Запись на мероприятие отменена',
}

/** Under the bell and in a letter; the letter brings the date for the person's own calendar. */
export async function tellBooking(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: number,
  { event, startTime, what }: Told,
): Promise<void> {
  const when = `${showDateTime(startTime)} по Москве`
  const text =
    what === 'cancelled'
      ? `«${event.title}», ${when}: место освободилось для других.`
      : `«${event.title}», ${when}. Адрес: ${event.address}`
  const entry =
    what === 'cancelled'
      ? {}
      : { calendar: calendarEntry(services, { event, startTime, accountId, now: services.clock() }) }
  await tellPerson(tx, services, accountId, { kind: 'meetings', title: titles[what], text, ...entry })
}
