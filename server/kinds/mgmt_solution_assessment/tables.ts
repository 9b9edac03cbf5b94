import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json, NullableJson } from '#server/platform/db/column-types.ts'
import type { Marks } from '#shared/stages/rubric.ts'

/** What a person has typed about a work and not handed in. */
export interface TaskDraft {
  marks: Marks
  comment: string
}

export interface PeerTables {
  peer_stages: { stage_id: number; opened_at: Defaulted<Date | null>; published_at: Defaulted<Date | null> }
  peer_references: {
    stage_id: number
    work_id: number
    training: boolean
    rubric_id: number
    marks: Json<Marks>
    total: number
    comment: string
    stopped_at: Defaulted<Date | null>
    plagiarism: Defaulted<boolean>
  }
  peer_pool: {
    stage_id: number
    work_id: number
    hand_in_id: number
    given: Defaulted<number>
    place: Defaulted<number>
    pooled_at: Date
    stopped_at: Defaulted<Date | null>
    plagiarism: Defaulted<boolean>
  }
  peer_raters: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: number
    author: Defaulted<boolean>
    done: Defaulted<number>
    finished_at: Defaulted<Date | null>
    short_since: Defaulted<Date | null>
    extra: Defaulted<number>
    weight: Defaulted<number | null>
    excluded_because: Defaulted<string | null>
    reminded: Defaulted<number>
    due_at: Defaulted<Date | null>
  }
  peer_tasks: {
    id: GeneratedAlways<number>
    stage_id: number
    work_id: number
    rater_id: number
    hand_in_id: number
    kind: 'training' | 'reference' | 'pool'
    place: number
    given_at: Date
    returned_at: Defaulted<Date | null>
    returned_because: Defaulted<'time' | 'stopped' | 'changed' | 'author' | null>
    draft: NullableJson<TaskDraft>
    revision: Defaulted<number>
    saved_at: Defaulted<Date | null>
    rubric_id: Defaulted<number | null>
    marks: NullableJson<Marks>
    comment: Defaulted<string>
    total: Defaulted<number | null>
    done_at: Defaulted<Date | null>
    spent: Defaulted<number>
  }
  peer_reports: {
    task_id: number
    stage_id: number
    work_id: number
    text: string
    reported_at: Date
    decided_at: Defaulted<Date | null>
  }
}
