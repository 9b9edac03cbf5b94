import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json, NullableJson } from '#server/platform/db/column-types.ts'
import type { IdentityState } from '#shared/accounts/identity/states.ts'

export interface IdentityTables {
  identity_acts: {
    id: GeneratedAlways<number>
    kind: 'merge'
    account_id: number
    other_id: number
    competition_code: string
    asked: Json<unknown>
    reason: string
    asked_by: Defaulted<number | null>
    asked_at: Date
    confirmed_by: Defaulted<number | null>
    confirmed_reason: Defaulted<string | null>
    state: IdentityState
    due_at: Defaulted<Date | null>
    /** Until then it can be stopped or undone. */
    until: Defaulted<Date | null>
    ended_at: Defaulted<Date | null>
    /** Null for the person. */
    ended_by: Defaulted<number | null>
    ended_reason: Defaulted<string | null>
    undo: NullableJson<unknown>
  }
  identity_act_links: { token_hash: Buffer; act_id: number; account_id: number }
}
