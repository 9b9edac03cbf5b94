import { stagePath } from '#shared/stages/addresses.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { groupType } from '#shared/stages/tree.ts'

/** A node of GET /user/user-stages. The contract does not define the recursion. */
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
    optional: boolean
    remarks: { field: string; text: string }[]
  }
  childs: Stage[]
}

export const flatten = (stages: readonly Stage[]): Stage[] =>
  stages.flatMap((stage) => [stage, ...flatten(stage.childs)])

/**
 * The stage of a page: the one in the address, otherwise the first of its kind that is no part of another. Of two
 * stages with teams the one where people form them comes first, because the regional one has its own address; of
 * several of those the one with the person's team, otherwise an open one.
 */
export function stageOfAddress(stages: readonly Stage[], type: string, code: string | undefined): Stage | null {
  const ofKind = flatten(stages).filter((stage) => stage.type === type)
  if (code !== undefined) return ofKind.find((stage) => stage.code === code) ?? null
  const own = ofKind.filter((stage) => wholeOf(stages, stage) === null)
  const forming = own.filter(({ view }) => view !== regionalView)
  if (type === teamsType && forming.length > 1)
    return forming.find(hasTeam) ?? forming.find(isOpenNow) ?? forming[0] ?? null
  return forming[0] ?? own[0] ?? null
}

const teamsType = 'teams_forming'
const hasTeam = ({ extra_data }: Stage) => extra_data.team_id !== null
const isOpenNow = ({ status }: Stage) => status === 'available' || status === 'in_progress'

/** Where people form teams at several stages of a track. */
export const formingStages = (stages: readonly Stage[]): Stage[] =>
  flatten(stages).filter(({ type, view }) => type === teamsType && view !== regionalView)

/**
 * The address of a stage among the others of its track. Of several stages with teams each has its own, except that the
 * one with the person's team is shown without a code.
 */
export function addressAmong(stages: readonly Stage[], competition: string, track: string, stage: Stage): string {
  const path = stagePath(competition, track, stage)
  const forming = formingStages(stages)
  return forming.length > 1 && forming.includes(stage) && !hasTeam(stage) ? `${path}/${stage.code}` : path
}

/** The stage that this one is a part of; null for a stage of its own and for one that a group only contains. */
export const wholeOf = (stages: readonly Stage[], part: Pick<Stage, 'parent_id'>): Stage | null =>
  flatten(stages).find(({ stage_id, type }) => stage_id === part.parent_id && type !== groupType) ?? null

/** The team id in an address, or null. */
export const teamOfAddress = (team: string | undefined): number | null =>
  team !== undefined && /^[1-9]\d{0,9}$/.test(team) ? Number(team) : null

/** The stage code in an address: a part at the place of a team that is not a number. */
export const codeOfAddress = ({ stage, team }: { stage?: string; team?: string }): string | undefined =>
  stage ?? (teamOfAddress(team) === null ? team : undefined)
