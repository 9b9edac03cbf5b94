import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

interface OfTeam {
  stage_id: number
  team_id: number
}

export interface TeamsSolutionTables {
  team_solutions: OfTeam & {
    task: Defaulted<string | null>
    deputy_id: Defaulted<number | null>
    closes_at: Defaulted<Date | null>
    closes_reason: Defaulted<string>
    granted_by: Defaulted<number | null>
  }
  /** Who writes a section; its text is in the team's draft. */
  solution_sections: OfTeam & {
    section: string
    revision: Defaulted<number>
    saved_at: Defaulted<Date | null>
    saved_by: Defaulted<number | null>
    holder_id: Defaulted<number | null>
    /** The page of the holder. */
    holder: Defaulted<string | null>
    held_until: Defaulted<Date | null>
    version_id: Defaulted<number | null>
  }
  solution_versions: OfTeam & {
    id: GeneratedAlways<number>
    section: string
    account_id: Defaulted<number | null>
    begun_at: Date
    saved_at: Date
    before: string
    after: string
  }
  solution_agreements: OfTeam & { account_id: number; revision: number; at: Date }
  solution_presence: OfTeam & { account_id: number; seen_at: Date }
  solution_comments: OfTeam & {
    id: GeneratedAlways<number>
    account_id: Defaulted<number | null>
    text: string
    at: Date
  }
}
