import type { ColumnType } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { Keys, Norm } from './keys.ts'
import type { Flag, ScaleScore } from './score.ts'

export interface QuestionnaireTables {
  questionnaire_keys: {
    stage_id: number
    form_version: number
    keys: ColumnType<Keys, string, string>
    norm_version: number
    norms: ColumnType<Norm[], string, string>
    imported_at: Date
    imported_by: Defaulted<number | null>
  }
  questionnaire_results: {
    hand_in_id: number
    account_id: number
    stage_id: number
    alias: string
    form_version: number
    norm_version: number
    norm_group: string
    scales: ColumnType<ScaleScore[], string, string>
    flags: Flag[]
    /** numeric: read as text. */
    inconsistency: ColumnType<string | null, number | null, number | null>
    desirability: ColumnType<string | null, number | null, number | null>
    seconds: number | null
    comment: Defaulted<string>
    scored_at: Date
  }
  questionnaire_reports: { stage_id: number; published_at: Date; published_by: Defaulted<number | null> }
  questionnaire_reuse: { hand_in_id: number; from_hand_in_id: number | null; agreed_at: Date; answered_at: Date }
}
