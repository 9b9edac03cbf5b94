import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { MeetingStatus, UserMeetingStatus } from '#shared/meetings/classify.ts'

export interface MeetingTables {
  meetings: {
    id: GeneratedAlways<number>
    stage_id: number
    mentor_id: number
    format: 1 | 2
    starts_at: Date
    place: Defaulted<string>
    status: Defaulted<MeetingStatus>
    revision: Defaulted<number>
    created_at: Date
  }
  meeting_parties: {
    meeting_id: number
    account_id: number
    user_meeting_status: Defaulted<UserMeetingStatus>
    reasons: Defaulted<number[]>
    comment: Defaulted<string>
    proposed_at: Defaulted<Date | null>
    answered_at: Defaulted<Date | null>
    came: Defaulted<boolean | null>
    report: Defaulted<string>
    reported_at: Defaulted<Date | null>
  }
}
