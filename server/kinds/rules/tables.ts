import type { ColumnType, GeneratedAlways } from 'kysely'

export interface RulesTables {
  rules_versions: {
    stage_id: number
    version: number
    text: string
    effective_from: Date
    requires_reaccept: ColumnType<boolean, boolean | undefined, boolean>
    reminded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  rules_answers: {
    id: GeneratedAlways<number>
    account_id: number
    stage_id: number
    version: number
    status: 'done' | 'fail'
    comment: ColumnType<string, string | undefined, string>
    answered_at: Date
    ip: string
    /** SHA-256 of the text in hex. */
    text_hash: string
  }
}
