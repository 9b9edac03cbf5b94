import type { GeneratedAlways } from 'kysely'
import type { Defaulted, NullableJson } from '#server/platform/db/column-types.ts'
import type { Outcome, Side } from '#shared/kinds/playoff/bracket.ts'
import type { DecidedBy, TieBreak } from '#shared/kinds/playoff/match-result.ts'
import type { MatchState } from '#shared/kinds/playoff/own-state.ts'
import type { Criterion, Marks } from '#shared/stages/rubric.ts'

/** The rules that are fixed when a bracket is published. */
export interface PlayoffRules {
  seeding: 'rating' | 'draw'
  third: boolean
  lucky: boolean
  passes: number
  judges: number
  no_show_minutes: number
  tie_break: TieBreak[]
  criteria: Criterion[]
}

/** What a judge has typed about a match and not handed in. */
export interface MatchDraft {
  marks: Marks
  comment_a: string
  comment_b: string
  favours: Side | null
}

export interface PlayoffTables {
  playoffs: {
    stage_id: number
    seed: string
    throws: Defaulted<number>
    drawn_at: Defaulted<Date | null>
    drawn_by: Defaulted<number | null>
    rules: NullableJson<PlayoffRules>
    entrants: Defaulted<number | null>
  }
  playoff_entrants: {
    id: GeneratedAlways<number>
    stage_id: number
    seed: number
    team_id: Defaulted<number | null>
    number: number
    rating: Defaulted<number | null>
    dropped_at: Defaulted<Date | null>
    dropped_because: Defaulted<string | null>
  }
  playoff_people: { entrant_id: number; stage_id: number; account_id: number }
  playoff_matches: {
    id: GeneratedAlways<number>
    stage_id: number
    round: number
    place: number
    a: Defaulted<number | null>
    b: Defaulted<number | null>
    a_bye: Defaulted<boolean>
    b_bye: Defaulted<boolean>
    state: Defaulted<MatchState>
    outcome: Defaulted<Outcome | null>
    won: Defaulted<Side | null>
    score_a: Defaulted<number | null>
    score_b: Defaulted<number | null>
    decided_by: Defaulted<DecidedBy | null>
    reason: Defaulted<string>
    published_at: Defaulted<Date | null>
    starts_at: Defaulted<Date | null>
    minutes: Defaulted<number>
    room: Defaulted<string>
    link: Defaulted<string>
    task: Defaulted<string>
    started_at: Defaulted<Date | null>
    paused_at: Defaulted<Date | null>
    paused_ms: Defaulted<number>
    ended_at: Defaulted<Date | null>
    revision: Defaulted<number>
  }
  playoff_judges: {
    match_id: number
    judge_id: number
    chair: Defaulted<boolean>
    assigned_at: Date
    draft: NullableJson<MatchDraft>
    revision: Defaulted<number>
    saved_at: Defaulted<Date | null>
    marks: NullableJson<Marks>
    comment_a: Defaulted<string>
    comment_b: Defaulted<string>
    favours: Defaulted<Side | null>
    done_at: Defaulted<Date | null>
    abstained: Defaulted<string | null>
    abstained_at: Defaulted<Date | null>
  }
}
