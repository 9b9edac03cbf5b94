import ICAL from 'ical.js'
import { messageKeys, messagePlace, type OutgoingMessage } from '#server/messages/outbox/queue-message.ts'
import { unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import type { TestApp } from './test-app.ts'

/** A calendar entry as a calendar program reads it. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [zone] = calendar.getAllSubcomponents('vtimezone').map((each) => new ICAL.Timezone(each))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { method: calendar.getFirstPropertyValue('method'), zone, event }
}

/** The calendar entries in letters to a person, oldest first. The portal must be set to send letters. */
export async function calendarEntriesOf(app: TestApp, { email }: { email: string }) {
  const rows = await app.db
    .selectFrom('outgoing_messages')
    .select('sealed')
    .where('channel', '=', 'email')
    .orderBy('id')
    .execute()
  const letters = rows.map(
    ({ sealed }) =>
      JSON.parse(
        unsealWithRing(messageKeys(app.config.dataKeys), sealed ?? Buffer.alloc(0), messagePlace).toString(),
      ) as OutgoingMessage,
  )
  return letters.flatMap(({ to, calendar }) =>
    to === email && calendar ? [calendar].flat().map((one) => readCalendar(one as string)) : [],
  )
}
