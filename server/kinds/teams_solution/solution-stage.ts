import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { workOwner } from '#server/stages/work-owner.ts'
import { teamsSolutionKind } from '#shared/kinds/teams_solution/contract.ts'
import { sectionsOf, type WrittenSection } from '#shared/kinds/teams_solution/solution-form.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { captainOf } from '#shared/programme/team-formation/team-rights.ts'

export interface InSolution {
  accountId: number
  stageId: number
}

/** A stage at which the person's team writes one work. */
export interface SolutionStage {
  stage: OneStage
  settings: ReturnType<typeof settingsOf>
  /** The owner of the work. */
  owner: { stageId: number; accountId: number; teamId: number }
}

export const settingsOf = (stage: Parameters<typeof settingsAt>[1]) => settingsAt(teamsSolutionKind, stage)

/**
 * The stage for this person and their team. Before it opens its content is hidden, so that all teams see the task at
 * the same time.
 */
export async function solutionStage({ db, seasons }: Services, of: InSolution, now: Date): Promise<SolutionStage> {
  const name = { stageId: of.stageId, type: teamsSolutionKind.type }
  return asSolution(await oneStage(db, seasons, of.accountId, name, now), of.accountId, now)
}

/** Like `solutionStage`, for a write: the team is locked, so its members write one after the other. */
export async function lockSolution(
  tx: Tx,
  { seasons }: { seasons: Seasons },
  of: InSolution,
  now: Date,
): Promise<SolutionStage> {
  const name = { stageId: of.stageId, type: teamsSolutionKind.type }
  return asSolution(await lockStage(tx, seasons, of.accountId, name, now), of.accountId, now)
}

function asSolution(stage: OneStage, accountId: number, now: Date): SolutionStage {
  const { stageId, teamId } = workOwner(stage, accountId)
  if (teamId === null) throw new Error('a solution is the work of a team')
  const { opensAt } = stage.state.window
  if (opensAt !== null && now < opensAt) throw new Refusal('stage_closed', { values: { reason: stage.state.reason } })
  return { stage, settings: settingsOf(stage.row), owner: { stageId, accountId, teamId } }
}

/** The leaders of the team: the captain, and the deputy named by the captain, by default the longest-serving member. */
export async function leadersOf(db: Db | Tx, { stageId, teamId }: { stageId: number; teamId: number }) {
  const [members, named] = await Promise.all([
    db
      .selectFrom('formed_team_members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .select(['m.account_id', 'm.role', 'a.test_id', 'a.first_name', 'a.last_name'])
      .where('m.team_id', '=', teamId)
      .where('m.state', '=', 'active')
      .orderBy('m.since')
      .orderBy('m.account_id')
      .execute(),
    db
      .selectFrom('team_solutions')
      .select(['deputy_id', 'task'])
      .where('stage_id', '=', stageId)
      .where('team_id', '=', teamId)
      .executeTakeFirst(),
  ])
  const captain = captainOf(members)?.account_id ?? null
  const others = members.filter(({ account_id }) => account_id !== captain)
  const deputy = (others.find(({ account_id }) => account_id === named?.deputy_id) ?? others[0])?.account_id ?? null
  return { members, captain, deputy, task: named?.task ?? null }
}

export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${last_name} ${first_name}`.trim()

/** One section of the stage, or a refusal. */
export function oneSection({ settings }: SolutionStage, code: string): WrittenSection {
  const found = sectionsOf(settings).find((section) => section.code === code)
  if (!found) throw new Refusal('section_not_found')
  return found
}

export interface SolutionFile {
  file_id: string
  name: string
  size: number
  type: string
}

/** The files in a draft of a solution. Only the server writes them there. */
export const filesIn = (data: Record<string, unknown> | undefined): SolutionFile[] =>
  Array.isArray(data?.files) ? (data.files as SolutionFile[]) : []
