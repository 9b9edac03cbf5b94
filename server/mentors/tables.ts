import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { MentorshipStatus } from '#shared/mentors/mentorship-status.ts'

export interface MentorTables {
  mentor_profiles: {
    account_id: number
    position: Defaulted<string>
    field: Defaulted<string>
    region: Defaulted<string>
    about: Defaulted<string>
    published: Defaulted<boolean>
  }
  stage_mentors: { stage_id: number; mentor_id: number }
  mentor_choices: {
    account_id: number
    stage_id: number
    mentor_id: number
    rank: number
    reasons: Defaulted<number[]>
    comment: Defaulted<string>
    file_id: Defaulted<string | null>
    status: Defaulted<MentorshipStatus>
    chosen_at: Date
  }
}
