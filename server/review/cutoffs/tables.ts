import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { Letters, Rule } from '#shared/review/cutoffs/rule.ts'
import type { Outcome, Why } from '#shared/review/cutoffs/select-people.ts'
import type { Frozen } from './frozen.ts'

type Numeric = ColumnType<string | null, number | null, number | null>

export interface CutoffTables {
  cutoffs: {
    id: GeneratedAlways<number>
    stage_id: number
    title: string
    rule: Json<Rule>
    letters: Json<Letters>
    revision: Defaulted<number>
    saved_by: number | null
    saved_at: Date
  }
  protocols: {
    id: GeneratedAlways<number>
    competition_code: string
    number: number
    stage_id: number
    title: string
    rule: Json<Rule>
    letters: Json<Letters>
    reason: string
    hash: string
    summary: Json<Frozen>
    frozen_by: number | null
    frozen_at: Date
    /** Rows written so far; null once the protocol is frozen. */
    freezing: Defaulted<number | null>
    confirmed_by: Defaulted<number | null>
    confirmed_at: Defaulted<Date | null>
    publish_at: Defaulted<Date | null>
    published_at: Defaulted<Date | null>
    withdrawn_by: Defaulted<number | null>
    withdrawn_at: Defaulted<Date | null>
    withdrawn_why: Defaulted<string>
  }
  protocol_rows: {
    protocol_id: number
    account_id: number
    outcome: Outcome
    why: Why | null
    place: number | null
    waiting: number | null
    /** numeric: read as text. */
    score: Numeric
    second: Numeric
    parts: Json<Record<string, number>>
    track: string | null
    region: string | null
    district: string | null
    done_at: Defaulted<Date | null>
    done: Defaulted<'told' | 'same' | 'disqualified' | 'stopped' | null>
  }
}
