import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export type FeedbackStatus = 'open' | 'answered' | 'closed'

export interface FeedbackTables {
  feedback_requests: {
    id: GeneratedAlways<number>
    account_id: number
    competition_code: string
    topic: string
    topic_title: string
    text: string
    email: string
    status: Defaulted<FeedbackStatus>
    created_at: Date
    answered_at: Defaulted<Date | null>
    closed_at: Defaulted<Date | null>
  }
  feedback_files: { request_id: number; file_id: string; sort: number }
  feedback_answers: {
    id: GeneratedAlways<number>
    request_id: number
    author_id: Defaulted<number | null>
    text: string
    created_at: Date
  }
}
