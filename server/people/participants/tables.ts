import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { Audience } from '#shared/people/participants/audience.ts'

export interface ParticipantTables {
  participant_acts: {
    id: GeneratedAlways<number>
    account_id: number
    competition_code: string
    act:
      | 'disqualified'
      | 'restored'
      | 'moved'
      | 'merged'
      | 'tagged'
      | 'untagged'
      | 'viewed'
      | 'annulled'
      | 'minutes_added'
      | 'continued'
    about: Defaulted<string>
    reason: string
    by: Defaulted<number | null>
    at: Date
  }
  extension_notices: {
    extension_id: number
    told_until: Defaulted<number>
    told: Defaulted<number>
    done_at: Defaulted<Date | null>
  }
  saved_audiences: {
    id: GeneratedAlways<number>
    competition_code: string
    title: string
    audience: Json<Audience>
    saved_by: Defaulted<number | null>
    saved_at: Date
  }
  competition_tags: {
    competition_code: string
    tag: string
  }
}
