import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface ParticipantTables {
  participant_acts: {
    id: GeneratedAlways<number>
    account_id: number
    competition_code: string
    act: 'disqualified' | 'restored' | 'moved' | 'merged'
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
}
