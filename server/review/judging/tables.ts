import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json, NullableJson } from '#server/platform/db/column-types.ts'
import type { Judging } from '#shared/stages/judging-form.ts'
import type { Criterion, JudgeVerdict, Marks } from '#shared/stages/rubric.ts'

/** What a judge has typed about a hand-in and not handed in. */
export interface ReadingDraft {
  hand_in: number
  marks: Marks
  comment: string
  note: string
  verdict?: JudgeVerdict | null
}

/** The result of an assignment. The works that lack judges are in `assignment_gaps`. */
export interface Assigned {
  /** As on the wire. */
  at: string
  added: number
  failed: boolean
  /** Works that a job still prepares; nobody can read them yet. */
  preparing?: number
  /** A job replaced judges who had dropped out; no organiser has asked for it. */
  instead?: true
}

export interface JudgingTables {
  /** Works that have lost a judge during the judging. */
  reading_gaps: { work_id: number }
  /** Works that the last assignment has left without judges. */
  assignment_gaps: { work_id: number; missing: number; reason: 'conflicts' | 'load' }
  judgings: {
    stage_id: number
    state: Defaulted<'setup' | 'reading' | 'closed'>
    assign_asked_at: Defaulted<Date | null>
    assigned: NullableJson<Assigned>
    remind_at: Defaulted<Date | null>
    reminded_at: Defaulted<Date | null>
  } & {
    [K in keyof Judging]: Defaulted<Judging[K]>
  }
  rubrics: {
    id: GeneratedAlways<number>
    stage_id: number
    version: number
    criteria: Json<Criterion[]>
    created_at: Date
    created_by: number | null
  }
  readings: {
    id: GeneratedAlways<number>
    work_id: number
    judge_id: number
    extra: Defaulted<boolean>
    for_appeal: Defaulted<boolean>
    assigned_at: Date
    assigned_by: Defaulted<number | null>
    draft: NullableJson<ReadingDraft>
    revision: Defaulted<number>
    saved_at: Defaulted<Date | null>
    hand_in_id: Defaulted<number | null>
    rubric_id: Defaulted<number | null>
    marks: NullableJson<Marks>
    comment: Defaulted<string>
    note: Defaulted<string>
    verdict: Defaulted<JudgeVerdict | null>
    total: Defaulted<number | null>
    done_at: Defaulted<Date | null>
    abstained: Defaulted<string | null>
    abstained_at: Defaulted<Date | null>
    taken: Defaulted<'removed' | 'conflict' | 'moved' | null>
    spent: Defaulted<number>
  }
  judge_references: {
    work_id: number
    training: boolean
    hand_in_id: number
    rubric_id: number
    marks: Json<Marks>
    total: number
    comment: string
  }
  /** What judges state about themselves for conflicts; without `said_at` they still have to answer. */
  judge_backgrounds: {
    account_id: number
    region: Defaulted<string | null>
    employer: Defaulted<string>
    said_at: Defaulted<Date | null>
  }
  judge_conflicts: {
    stage_id: number
    judge_id: number
    account_id: number
    reason: string
    declared_at: Date
    declared_by: number | null
  }
}
