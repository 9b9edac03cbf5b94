import type { StageStatus } from '#shared/stages/status.ts'

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

/** The stage that a page shows: the one named in the address, else the first of its kind. */
export function stageOfAddress(stages: readonly Stage[], type: string, code: string | undefined): Stage | null {
  const ofKind = flatten(stages).filter((stage) => stage.type === type)
  return (code === undefined ? ofKind[0] : ofKind.find((stage) => stage.code === code)) ?? null
}

export const trackPath = (competition: string, track: string) => `/${competition}/${track}`

/** Teams have one page a track, so their address does not name the stage. */
export const stagePath = (competition: string, track: string, stage: { type: string; code: string }) =>
  stage.type === 'teams_forming'
    ? `/${competition}/${track}/stages/teams_forming`
    : `/${competition}/${track}/stages/${stage.type}/${stage.code}`
