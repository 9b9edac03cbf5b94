import type { ColumnType } from 'kysely'

/** Set by the database; never written by the portal. */
type Given<T> = ColumnType<T, never, never>

export interface AuditTables {
  audit: {
    /** An int8, read as text. */
    id: Given<string>
    at: Given<Date>
    actor_id: ColumnType<number | null, number | null | undefined, never>
    action: ColumnType<string, string, never>
    subject: ColumnType<string, string | undefined, never>
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
    previous_hash: Given<Buffer>
    hash: Given<Buffer>
  }
}
