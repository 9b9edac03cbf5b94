import type { ColumnType, GeneratedAlways } from 'kysely'

type Json = ColumnType<unknown, string, string>

export interface ProfileTables {
  erasure_requests: { account_id: number; asked_at: Date; due_at: Date }
  erasure_acts: {
    id: GeneratedAlways<number>
    test_id: number
    asked_at: Date
    erased_at: Date
    removed: Json
    consents: Json
  }
}
