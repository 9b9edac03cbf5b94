import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type {
  AnsweredBy,
  MentorshipStatus,
  MentorWish,
  RefusalReason,
} from '#shared/programme/mentors/mentorship-status.ts'
import type { PlanVariant } from '#shared/programme/mentors/plan.ts'

export interface MentorTables {
  mentor_profiles: {
    account_id: number
    position: Defaulted<string>
    field: Defaulted<string>
    region: Defaulted<string>
    about: Defaulted<string>
    published: Defaulted<boolean>
    /** The most people in a competition; null: no limit. */
    capacity: Defaulted<number | null>
    topics: Defaulted<string[]>
    employer: Defaulted<string>
    video: Defaulted<string>
    assistant_email: Defaulted<string>
  }
  /** Days as `2026-12-01`. */
  mentor_absences: { mentor_id: number; begins: string; ends: string }
  stage_mentors: { stage_id: number; mentor_id: number }
  mentor_choices: {
    account_id: number
    stage_id: number
    mentor_id: number
    /** 0: given by a matching, not chosen by the person. */
    rank: number
    reasons: Defaulted<number[]>
    comment: Defaulted<string>
    file_id: Defaulted<string | null>
    status: Defaulted<MentorshipStatus>
    chosen_at: Date
    wish: Defaulted<MentorWish>
    matched: Defaulted<boolean>
    offered_at: Defaulted<Date | null>
    answer_until: Defaulted<Date | null>
    told_at: Defaulted<Date | null>
    answered_at: Defaulted<Date | null>
    answered_by: Defaulted<AnsweredBy | null>
    refusal: Defaulted<RefusalReason | null>
    answer: Defaulted<string>
    /** The assistant who answered; null: by a link in a letter, or the account was deleted. */
    assistant_id: Defaulted<number | null>
  }
  mentor_pins: {
    stage_id: number
    account_id: number
    mentor_id: number
    barred: boolean
    pinned_by: Defaulted<number | null>
    pinned_at: Date
  }
  mentor_plans: {
    stage_id: number
    variant: PlanVariant
    rules: unknown
    asked_at: Defaulted<Date | null>
    made_at: Defaulted<Date | null>
    failed: Defaulted<boolean>
    version: Defaulted<number>
  }
  mentor_matches: {
    id: GeneratedAlways<number>
    stage_id: number
    variant: PlanVariant
    account_id: number
    mentor_id: number | null
    reason: string | null
  }
  mentor_publications: {
    id: GeneratedAlways<number>
    stage_id: number
    published_at: Date
    published_by: Defaulted<number | null>
    matched: number
    unmatched: number
  }
}
