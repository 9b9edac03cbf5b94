import { showDate, showDateTime } from '#shared/platform/time/moscow.ts'

/** The local time of the venue, or an empty text when it is Moscow time: «12:00 на площадке». */
export function venueTime(moment: Date, zone: string): string {
  if (zone === 'Europe/Moscow') return ''
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(moment)
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  return `${day.format(moment) === showDate(moment) ? '' : `${day.format(moment)}, `}${time} на площадке`
}

/** «25.11.2026 10:00 по Москве (12:00 на площадке)» */
export function momentAtVenue(moment: Date, zone: string): string {
  const local = venueTime(moment, zone)
  return `${showDateTime(moment)} по Москве${local && ` (${local})`}`
}
