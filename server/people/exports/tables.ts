import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { Audience } from '#shared/people/participants/audience.ts'

export interface ExportTables {
  exports: {
    id: GeneratedAlways<number>
    competition_code: string
    asked_by: Defaulted<number | null>
    asked_at: Date
    /** The protocol of which this is a document or a table; null for other exports. */
    protocol_id: Defaulted<number | null>
    /** `zip`: the works of the stage that `audience` names; otherwise a table of people. */
    format: 'xlsx' | 'csv' | 'zip' | 'docx'
    audience: Json<Audience>
    about: string
    columns: string[]
    reason: Defaulted<string>
    state: Defaulted<'waiting' | 'ready' | 'failed' | 'gone'>
    rows: Defaulted<number>
    done_at: Defaulted<Date | null>
    file: Defaulted<string | null>
    /** int8: read as text. */
    size: ColumnType<string | null, number | null | undefined, number | null>
    sealed_key: Defaulted<Buffer | null>
    iv: Defaulted<Buffer | null>
    tag: Defaulted<Buffer | null>
  }
  export_downloads: {
    id: GeneratedAlways<number>
    export_id: number
    account_id: Defaulted<number | null>
    at: Date
  }
}
