import type { GeneratedAlways } from 'kysely'

export interface TeamTables {
  regional_groups: { id: GeneratedAlways<number>; competition_code: string; code: string; title: string }
  /** kladr_code of each region that the group is for. */
  regional_group_regions: { competition_code: string; region: string; group_id: number }
  regional_teams: {
    id: GeneratedAlways<number>
    group_id: number
    competition_code: string
    name: string
    capacity: number
  }
  regional_team_members: {
    competition_code: string
    account_id: number
    team_id: number
    /** A copy of the team's capacity, so that the database can check the seat. */
    capacity: number
    /** From 1 to the capacity. */
    seat: number
    joined_at: Date
  }
  regional_team_profiles: {
    competition_code: string
    account_id: number
    skills: string
    about: string
    saved_at: Date
  }
  regional_team_assessments: {
    competition_code: string
    author_id: number
    teammate_id: number
    mark: number
    comment: string
    assessed_at: Date
  }
}
