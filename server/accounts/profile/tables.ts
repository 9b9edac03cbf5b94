import type { GeneratedAlways } from 'kysely'
import type { Json } from '#server/platform/db/column-types.ts'

export interface ProfileTables {
  erasure_requests: { account_id: number; asked_at: Date; due_at: Date }
  erasure_acts: {
    id: GeneratedAlways<number>
    test_id: number
    asked_at: Date
    erased_at: Date
    removed: Json<unknown>
    consents: Json<unknown>
  }
}
