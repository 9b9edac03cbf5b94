import type { Services } from '#server/services.ts'
import { type MeetingStatus, meetingFormats } from '#shared/programme/meetings/classify.ts'
import { endOf } from '#shared/programme/meetings/status-at.ts'

export interface CalendarMeeting {
  id: number
  starts_at: Date
  minutes: number
  format: 1 | 2
  place: string
  status: MeetingStatus
  sequence: number
  /** The mentor's name. */
  mentor: string
  competition: string
}

const timezone = 'Europe/Moscow'

/**
 * The meeting as an iCalendar file (RFC 5545). Its UID never changes and its SEQUENCE grows by one with every change,
 * so that a calendar replaces the older entry, and removes it when the meeting is cancelled.
 */
export async function meetingCalendar(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  meeting: CalendarMeeting,
  removed: boolean,
): Promise<string> {
  const [{ ICalCalendar, ICalCalendarMethod, ICalEventStatus }, { tzlib_get_ical_block }, { TZDate }] =
    await Promise.all([import('ical-generator'), import('timezones-ical-library'), import('@date-fns/tz')])
  const calendar = new ICalCalendar({
    prodId: { company: 'portal', product: 'meeting', language: 'RU' },
    method: removed ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    // Without a name: the zone of the whole calendar would also apply to DTSTAMP, which must be in UTC.
    timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null },
  })
  calendar.createEvent({
    id: `mentor-meeting-${meeting.id}@${new URL(config.publicUrl).hostname}`,
    sequence: meeting.sequence,
    status: removed ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    stamp: clock(),
    timezone,
    start: new TZDate(meeting.starts_at, timezone),
    end: new TZDate(endOf(meeting), timezone),
    summary: `Встреча с наставником: ${meeting.mentor}`,
    description: meetingFormats[meeting.format],
    location: meeting.place,
    url: `${config.publicUrl}/${meeting.competition}`,
  })
  return calendar.toString()
}
