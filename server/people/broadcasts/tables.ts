import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { Audience } from '#shared/people/participants/audience.ts'

export interface BroadcastTables {
  broadcasts: {
    id: GeneratedAlways<number>
    competition_code: string
    asked_by: Defaulted<number | null>
    asked_at: Date
    audience: Json<Audience>
    about: string
    title: string
    text: string
    by_letter: boolean
    starts_at: Date
    state: Defaulted<'planned' | 'sending' | 'lettering' | 'sent' | 'cancelled'>
    people: number
    sent_until: Defaulted<number>
    sent: Defaulted<number>
    letters: Defaulted<number>
    /** People whose letters have been queued, or who get none. */
    lettered: Defaulted<number>
    lettered_until: Defaulted<number>
    done_at: Defaulted<Date | null>
    cancelled_by: Defaulted<number | null>
    /** People a second, of late. */
    pace: Defaulted<number | null>
  }
  broadcast_recipients: {
    broadcast_id: number
    account_id: number
    at: Date
    on_portal: boolean
    by_letter: boolean
  }
}
