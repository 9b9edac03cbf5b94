import type { StageStatus } from '#shared/stages/status.ts'
import { regionalView } from '#shared/teams/regional-view.ts'

/** A node of GET /user/user-stages; the contract does not spell out its own recursion. */
export interface Stage {
  stage_id: number
  parent_id: number | null
  type: string
  code: string
  view: string
  status: StageStatus
  is_active: boolean
  tracks: string[]
  start_date: string | null
  end_date: string | null
  title: string
  extra_data: {
    viewable: boolean
    team_id: number | null
    has_manual: boolean
    summary: string
    reason: string
    reasons: string[]
    changes_at: string | null
    handed_in_at: string | null
    reopened: boolean
    end_is_personal: boolean
    remarks: { field: string; text: string }[]
  }
  childs: Stage[]
}

export const flatten = (stages: readonly Stage[]): Stage[] =>
  stages.flatMap((stage) => [stage, ...flatten(stage.childs)])

/**
 * The stage that a page shows: the one named in the address, else the first of its kind. Of two stages of teams the one
 * where people form them goes first: the regional one has an address of its own.
 */
export function stageOfAddress(stages: readonly Stage[], type: string, code: string | undefined): Stage | null {
  const ofKind = flatten(stages).filter((stage) => stage.type === type)
  if (code !== undefined) return ofKind.find((stage) => stage.code === code) ?? null
  return ofKind.find(({ view }) => view !== regionalView) ?? ofKind[0] ?? null
}

/** The number of a team that an address names, or null. */
export const teamOfAddress = (team: string | undefined): number | null =>
  team !== undefined && /^[1-9]\d{0,9}$/.test(team) ? Number(team) : null

/** The code of the stage that an address names: what stands where a team could and is no number is the code of a stage. */
export const codeOfAddress = ({ stage, team }: { stage?: string; team?: string }): string | undefined =>
  stage ?? (teamOfAddress(team) === null ? team : undefined)

export const trackPath = (competition: string, track: string) => `/${competition}/${track}`

/** Formed teams have one page a track, so their address does not name the stage; the number of a team may follow it. */
export const stagePath = (competition: string, track: string, stage: { type: string; code: string; view?: string }) =>
  stage.type === 'teams_forming' && stage.view !== regionalView
    ? `/${competition}/${track}/stages/teams_forming`
    : `/${competition}/${track}/stages/${stage.type}/${stage.code}`
