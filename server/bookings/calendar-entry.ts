import type { Services } from '#server/services.ts'
import type { EventRow } from './store.ts'

interface Entry {
  event: Pick<EventRow, 'id' | 'title' | 'address' | 'competition_code' | 'minutes'>
  startTime: Date
  accountId: number
  now: Date
}

/** The booking as a file that any calendar reads (RFC 5545); a later one of the same event takes the place of an earlier. */
export function calendarEntry(
  { config }: Pick<Services, 'config'>,
  { event, startTime, accountId, now }: Entry,
): string {
  const page = `${config.publicUrl}/offline-event-booking?competition=${event.competition_code}&event=${event.id}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portal//booking//RU',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:offline-event-${event.id}-${accountId}@${new URL(config.publicUrl).hostname}`,
    `SEQUENCE:${Math.floor(now.getTime() / 1000) % 2_000_000_000}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startTime)}`,
    `DURATION:PT${event.minutes}M`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.address)}`,
    `URL:${page}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const stamp = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** No line is longer than 75 octets; the next one goes on after a space, and no character is torn in two. */
function folded(line: string): string {
  let row = ''
  const rows: string[] = []
  for (const character of line) {
    if (Buffer.byteLength(row + character) > 74) {
      rows.push(row)
      row = ''
    }
    row += character
  }
  return [...rows, row].join('\r\n ')
}
