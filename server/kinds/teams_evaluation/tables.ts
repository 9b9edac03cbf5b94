import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json, NullableJson } from '#server/platform/db/column-types.ts'
import type { TeamMarks } from '#shared/kinds/teams_evaluation/mark-rules.ts'
import type { TeamReport } from '#shared/kinds/teams_evaluation/report.ts'

/** The marks and words of one person about one teammate. */
export interface Sheet {
  marks: TeamMarks
  words: string
  /** Handed in. */
  done?: true
  /** Written in a team of two, where the teammate knows the author. */
  two?: true
}

export interface TeamsEvaluationTables {
  team_evaluations: {
    stage_id: number
    reminded_at: Defaulted<Date | null>
    counted_at: Defaulted<Date | null>
    counted_by: Defaulted<number | null>
  }
  /** By the pseudonym of the author. */
  team_marks: { stage_id: number; account_id: number; sheets: Json<Record<string, Sheet>> }
  team_mark_raters: { stage_id: number; account_id: number; revision: Defaulted<number> }
  team_mark_flags: { stage_id: number; team_id: number; straight: number; pairs: number }
  team_mark_reports: {
    stage_id: number
    account_id: number
    team_id: number | null
    raters: number
    report: NullableJson<TeamReport>
    team_mean: Defaulted<number | null>
    score: Defaulted<number | null>
    words: Defaulted<string[]>
  }
  team_observers: {
    id: GeneratedAlways<number>
    stage_id: number
    team_id: number
    observer_id: number
    assigned_at: Date
    draft: NullableJson<{ marks: TeamMarks; words: string }>
    revision: Defaulted<number>
    saved_at: Defaulted<Date | null>
    marks: NullableJson<TeamMarks>
    words: Defaulted<string>
    done_at: Defaulted<Date | null>
  }
  team_agreed: {
    stage_id: number
    team_id: number
    marks: Json<TeamMarks>
    revision: Defaulted<number>
    agreed_by: Defaulted<number | null>
    agreed_at: Date
  }
}
