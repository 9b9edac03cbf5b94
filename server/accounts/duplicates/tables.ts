import type { Defaulted, DefaultedJson } from '#server/platform/db/column-types.ts'

/** Rows that a merge set aside, by table. */
export type SetAside = Record<string, unknown[]>

export interface DuplicateTables {
  former_phones: { account_id: number; phone: string; until: Date }
  /** `account_id` is the smaller number. */
  different_people: {
    account_id: number
    other_id: number
    reason: string
    told_by: Defaulted<number | null>
    told_at: Date
  }
  /** `account_id` is the smaller number. */
  document_clashes: { account_id: number; other_id: number; kind: 'passport' | 'snils'; at: Date }
  account_merges: {
    merged_id: number
    account_id: number
    reason: string
    set_aside: DefaultedJson<SetAside>
    merged_by: Defaulted<number | null>
    merged_at: Date
  }
}
