import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface AppealTables {
  appeals: {
    id: GeneratedAlways<number>
    work_id: number
    hand_in_id: number
    account_id: number
    decision_id: number
    text: string
    filed_at: Date
    /** `kept`: the decision stays. */
    outcome: Defaulted<'kept' | 'passed' | 'failed' | null>
    answer: Defaulted<string | null>
    answered_by: Defaulted<number | null>
    answered_at: Defaulted<Date | null>
  }
}
