import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Thing } from '#server/messages/outbox/queue-message.ts'
import type { Messenger } from '#server/services.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { moscowOffset, timeAt } from '#shared/programme/meetings/zones.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { type CalendarMeeting, meetingCalendar } from './calendar.ts'
import type { Party, Whole } from './whole.ts'
import { offsetOfRegionName } from './zones.ts'

interface Told {
  title: string
  /** `when` is the time of the meeting in Moscow and in the reader's own zone. */
  text: (when: string) => string
  sms?: boolean
  /** Whether the letter adds the calendar entry or removes it. */
  calendar?: 'entry' | 'removed'
  /** For what may change again within minutes: a message that has not left yet is replaced by a newer one. */
  step?: Thing['step']
}

type Sender = Messenger
type About = { meeting: CalendarMeeting & { competition: string; mentor_id: number; mentorRegion: string | null } }

const inWords = (startsAt: Date, offset: number): string =>
  offset === moscowOffset
    ? `${showDateTime(startsAt)} по Москве`
    : `${showDateTime(startsAt)} по Москве (${timeAt(startsAt, offset)} у вас)`

async function message(services: Sender, { meeting }: About, told: Told, offset: number) {
  const { title, text, sms, calendar, step } = told
  return {
    kind: 'meetings' as const,
    title,
    text: text(inWords(meeting.starts_at, offset)),
    ...(sms ? { sms: `${title}: ${showDateTime(meeting.starts_at)}` } : {}),
    ...(step ? { thing: { name: `meeting ${meeting.id}`, step } } : {}),
    ...(calendar ? { calendar: await meetingCalendar(services, meeting, calendar === 'removed') } : {}),
  }
}

/** Sends a message to people invited to a meeting, with the time in their own regions. */
export async function tellParties(
  tx: Tx,
  services: Sender,
  about: About,
  parties: readonly Party[],
  told: Told,
): Promise<void> {
  for (const { account_id, region, track_code } of parties) {
    const path = track_code ? `/${about.meeting.competition}/${track_code}#mentor_meetings` : null
    await messagePerson(tx, services, account_id, {
      ...(await message(services, about, told, utcOffsetOfRegion(region))),
      ...(path ? { link: { path, words: 'Открыть встречи' } } : {}),
    })
  }
}

/** Sends a message to a mentor, by default the mentor of the meeting. */
export async function tellMentor(
  tx: Tx,
  services: Sender,
  about: About,
  told: Told,
  mentorId = about.meeting.mentor_id,
): Promise<void> {
  await messagePerson(tx, services, mentorId, {
    ...(await message(services, about, told, offsetOfRegionName(about.meeting.mentorRegion))),
    link: { path: '/mentor', words: 'Открыть встречи' },
    // Many changes within minutes are one letter to the mentor.
    ...(told.step ? {} : { thing: { name: `meeting ${about.meeting.id} ${randomUUID()}`, step: 'answered' as const } }),
  })
}

/** The meeting as it is after a change, for the calendar. */
export const changed = <W extends Whole>(whole: W, set: Partial<Whole['meeting']>): W => ({
  ...whole,
  meeting: { ...whole.meeting, ...set, sequence: whole.meeting.sequence + 1 },
})
