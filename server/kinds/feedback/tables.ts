import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { FeedbackRound } from '#shared/kinds/feedback/round.ts'
import type { Said } from './bucket.ts'

export interface Opinion {
  recommend: number
  /** In the order of the questions; null for no answer. */
  marks: (number | null)[]
  text: string
}

export type Groups = Record<'region' | 'track' | 'device', string>

export interface FeedbackStageTables {
  feedback_given: { account_id: number; stage_id: number; round: FeedbackRound }
  feedback_refusals: { account_id: number }
  feedback_buckets: { stage_id: number; round: FeedbackRound; bucket: number; said: Json<Said> }
  feedback_named: {
    account_id: number
    stage_id: number
    round: FeedbackRound
    opinion: Json<Opinion>
    groups: Json<Groups>
    given_at: Date
    request_id: Defaulted<number | null>
  }
}
