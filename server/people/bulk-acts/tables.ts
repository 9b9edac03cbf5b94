import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { BulkAct, Skip } from '#shared/people/bulk-acts/acts.ts'
import type { Audience } from '#shared/people/participants/audience.ts'

export interface BulkActTables {
  bulk_acts: {
    id: GeneratedAlways<number>
    competition_code: string
    asked_by: Defaulted<number | null>
    asked_at: Date
    about: string
    act: Json<BulkAct>
    reason: string
    audience: Json<Audience>
    state: Defaulted<'gathering' | 'waiting' | 'running' | 'done' | 'undoing' | 'undone'>
    people: number
    until: Defaulted<number>
    done: Defaulted<number>
    skipped: Defaulted<number>
    undone: Defaulted<number>
    done_at: Defaulted<Date | null>
    undone_by: Defaulted<number | null>
    confirmed_by: Defaulted<number | null>
    /** People a second, of late. */
    pace: Defaulted<number | null>
  }
  bulk_act_people: {
    bulk_act_id: number
    account_id: number
    outcome: Defaulted<'done' | 'undone' | Skip | null>
  }
}
