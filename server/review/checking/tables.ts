import type { GeneratedAlways } from 'kysely'
import type { Defaulted, DefaultedJson, Json } from '#server/platform/db/column-types.ts'
import type { CheckDraft, CheckReason, Verdict } from '#shared/review/checking/check.ts'

export interface AssessmentTables {
  staff_invitations: {
    id: GeneratedAlways<number>
    email: string
    token_hash: Buffer
    sent_at: Date
    expires_at: Date
  }
  staff_invitation_duties: {
    invitation_id: number
    stage_id: number
    duty: 'check' | 'judge'
    region: Defaulted<string | null>
    employer: Defaulted<string>
    invited_by: Defaulted<number | null>
  }
  /** The work of one person or of one team; written by the trigger of hand-ins. */
  works: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: Defaulted<number | null>
    team_id: Defaulted<number | null>
    /** The latest hand-in. */
    hand_in_id: number
    /** Null when no decision is needed. */
    waits_since: Defaulted<Date | null>
    held_by: Defaulted<number | null>
    held_until: Defaulted<Date | null>
    refused_by: Defaulted<number | null>
    /** A formal check comes before judges; `any`: the organiser may use either in any order. */
    step: Defaulted<'any' | 'check' | 'judging'>
    topic: Defaulted<string | null>
  }
  stage_staff: {
    stage_id: number
    account_id: number
    duty: 'check' | 'judge'
    added_at: Date
    added_by: Defaulted<number | null>
    region: Defaulted<string | null>
    employer: Defaulted<string>
    /** The topics whose works the person reads; null: all. */
    topics: Defaulted<string[] | null>
    /** kladr_code of each region whose people a checker sees; empty: all. */
    regions: Defaulted<string[]>
  }
  stage_reviews: {
    stage_id: number
    second_look: Defaulted<boolean>
    return_days: Defaulted<number>
    target_hours: Defaulted<number>
    /** Null: the stage takes no appeals. */
    appeal_days: Defaulted<number | null>
    reasons: DefaultedJson<CheckReason[]>
  }
  work_checks: {
    id: GeneratedAlways<number>
    work_id: number
    hand_in_id: number
    checker_id: number | null
    verdict: Verdict
    final: boolean
    reason: string
    note: string
    decided_at: Date
  }
  check_drafts: {
    work_id: number
    checker_id: number
    hand_in_id: number
    revision: number
    data: Json<CheckDraft>
    saved_at: Date
  }
}
