import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { MeetingStatus, UserMeetingStatus } from '#shared/programme/meetings/classify.ts'

export type MeetingSide = 'participant' | 'mentor' | 'assistant' | 'organiser' | 'portal'
export type MeetingAct =
  | 'made'
  | 'changed'
  | 'accepted'
  | 'rejected'
  | 'proposed'
  | 'kept'
  | 'moved'
  | 'substituted'
  | 'nudged'
  | 'lapsed'
  | 'cancelled'
  | 'reported'
  | 'marked'

export interface MeetingTables {
  meetings: {
    id: GeneratedAlways<number>
    stage_id: number
    mentor_id: number
    format: 1 | 2
    starts_at: Date
    minutes: Defaulted<number>
    place: Defaulted<string>
    status: Defaulted<MeetingStatus>
    revision: Defaulted<number>
    /** SEQUENCE of the entry in people's calendars. */
    sequence: Defaulted<number>
    cancelled_because: Defaulted<string>
    created_at: Date
  }
  meeting_parties: {
    meeting_id: number
    account_id: number
    user_meeting_status: Defaulted<UserMeetingStatus>
    reasons: Defaulted<number[]>
    comment: Defaulted<string>
    /** Other times that the person proposes, soonest first. */
    proposed: Defaulted<Date[]>
    asked_at: Defaulted<Date>
    answered_at: Defaulted<Date | null>
    nudged_at: Defaulted<Date | null>
    lapsed_at: Defaulted<Date | null>
    came: Defaulted<boolean | null>
    report: Defaulted<string>
    shared_note: Defaulted<string>
    reported_at: Defaulted<Date | null>
    held: Defaulted<boolean | null>
    rating: Defaulted<number | null>
    note: Defaulted<string>
    note_shared: Defaulted<boolean>
    marked_at: Defaulted<Date | null>
  }
  meeting_reminders: { meeting_id: number; account_id: number; starts_at: Date; hours: number; sent_at: Date }
  meeting_events: {
    id: GeneratedAlways<number>
    meeting_id: number
    at: Date
    side: MeetingSide
    what: MeetingAct
    starts_at: Date
  }
}
