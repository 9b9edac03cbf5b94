import type { ColumnType, GeneratedAlways } from 'kysely'
import type { MeetingStatus, UserMeetingStatus } from '#shared/meetings/classify.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>

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
  }
}
