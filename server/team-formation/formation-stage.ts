import type { Db, Tx } from '#server/db.ts'
import { closed, lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { whyClosed } from '#server/teams/regional-stage.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { type TeamRules, teamRules } from '#shared/team-formation/team-rules.ts'
import { regionalView } from '#shared/teams/regional-view.ts'
import { ownTeam } from './own-team.ts'

export interface InStage {
  accountId: number
  stageId: number
}

/** A stage where people form teams, with its status for one person. */
export interface FormationStage extends OneStage {
  rules: TeamRules
}

/** Statuses in which a person without a team may see the teams. Members always see their own team. */
const reached: readonly StageStatus[] = ['available', 'in_progress', 'success', 'timeover']
const working: readonly StageStatus[] = ['available', 'in_progress']

/** Throws unless the person has reached the stage. */
export async function formationStage(db: Db | Tx, seasons: Seasons, of: InStage, now: Date): Promise<FormationStage> {
  return asFormation(await oneStage(db, seasons, of.accountId, { stageId: of.stageId, type: 'teams_forming' }, now))
}

/**
 * The same for a change of membership; simultaneous changes of one person wait for each other. Throws outside the
 * window.
 */
export async function lockFormation(tx: Tx, seasons: Seasons, of: InStage, now: Date): Promise<FormationStage> {
  const name = { stageId: of.stageId, type: 'teams_forming' }
  const stage = asFormation(await lockStage(tx, seasons, of.accountId, name, now))
  refuseUnlessOpen(stage, now)
  return stage
}

/** Throws `teams_closed` outside the person's window and while the person's team is being checked. */
export function refuseUnlessOpen(stage: FormationStage, now: Date): void {
  const reason = whyNoChanges(stage, now)
  if (reason !== '') throw new Refusal('teams_closed', { values: { reason } })
  if (!working.includes(stage.state.status)) throw closed(stage.state)
}

/** Why the person cannot change anything, as a sentence; empty when changes are possible. */
export function whyNoChanges(stage: FormationStage, now: Date): string {
  const { state, all } = stage
  const outside = whyClosed(state.window, now)
  if (outside !== '') return outside
  if (ownTeam(stage)?.verdict) return 'Команда уже на проверке'
  if (all.person.disqualification || !working.includes(state.status)) return state.reason
  return ''
}

function asFormation(stage: OneStage): FormationStage {
  const { row, own, state, all } = stage
  if (row.view === regionalView) throw new Refusal('stage_not_found')
  const mayRead = own.team ? true : reached.includes(state.status)
  if (!mayRead || all.person.disqualification) throw closed(state)
  return { ...stage, rules: teamRules(row.settings) }
}
