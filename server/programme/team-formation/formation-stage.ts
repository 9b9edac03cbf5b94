import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { whyClosed } from '#server/programme/regional-teams/regional-stage.ts'
import type { Services } from '#server/services.ts'
import { closed, lockStage, type OneStage, oneStage, rememberedStage } from '#server/stages/one-stage.ts'
import type { Versions } from '#server/stages/save-draft.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type TeamRules, teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { ownTeam } from './own-team.ts'
import type { TeamRow } from './store.ts'

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

/** The stage for one person. Throws unless the person has reached it. */
export async function formationStage(db: Db | Tx, seasons: Seasons, of: InStage, now: Date): Promise<FormationStage> {
  return asFormation(await oneStage(db, seasons, of.accountId, { stageId: of.stageId, type: 'teams_forming' }, now))
}

/**
 * The stage for a change of membership; simultaneous changes of one person wait for each other. Throws outside the
 * window.
 */
export async function lockFormation(tx: Tx, seasons: Seasons, of: InStage, now: Date): Promise<FormationStage> {
  const name = { stageId: of.stageId, type: 'teams_forming', factsFollow: true }
  const stage = asFormation(await lockStage(tx, seasons, of.accountId, name, now))
  refuseUnlessOpen(stage, now)
  return stage
}

/**
 * The locked stage, whatever the window: a member may leave a team also after the close, and when the stage is hidden
 * because the person has another track.
 */
export async function lockOwnStage(tx: Tx, seasons: Seasons, of: InStage, now: Date): Promise<FormationStage> {
  const name = { stageId: of.stageId, type: 'teams_forming', evenHidden: true, factsFollow: true }
  return asFormation(await lockStage(tx, seasons, of.accountId, name, now))
}

/** Throws `teams_closed` outside the person's window and while the person's team is being checked. */
export function refuseUnlessOpen(stage: FormationStage, now: Date): void {
  const reason = whyNoChanges(stage, now)
  if (reason !== '') throw new Refusal('teams_closed', { values: { reason } })
  if (!working.includes(stage.state.status)) throw closed(stage.state)
}

/** Whether the check has returned the team and its members may change it now. */
export const isReturned = (
  { verdict, returned_until }: Pick<TeamRow, 'verdict' | 'returned_until'>,
  now: Date,
): boolean => verdict === null && returned_until !== null && now < returned_until

/** Why the person cannot change anything, as a sentence; empty when changes are possible. */
export function whyNoChanges(stage: FormationStage, now: Date): string {
  const { state, all } = stage
  const outside = whyClosed(state.window, now)
  if (outside !== '') return outside
  if (ownTeam(stage)?.verdict) return 'Команда уже на проверке'
  if (all.person.disqualification || !working.includes(state.status)) return state.reason
  return ''
}

/** Why a member cannot leave a locked team; empty when leaving is possible. */
export async function whyNoLeaving(db: Db | Tx, team: Pick<TeamRow, 'id' | 'verdict'>): Promise<string> {
  return (await hasResult(db, team)) ? 'У команды уже есть результат' : ''
}

/** A result is a published one: a verdict of the check, a decision about the team's work, a finished match. */
async function hasResult(db: Db | Tx, { id, verdict }: Pick<TeamRow, 'id' | 'verdict'>): Promise<boolean> {
  if (verdict === 'admitted' || verdict === 'rejected') return true
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from hand_ins h join stage_decisions d on d.stage_id = h.stage_id and d.published_at is not null
      join formed_team_members m on m.account_id = d.account_id and m.team_id = h.team_id
      where h.team_id = ${id}
    ) or exists (
      select from playoff_entrants e join playoff_matches g on e.id in (g.a, g.b) and g.published_at is not null
      where e.team_id = ${id}
    ) as found`.execute(db)
  return rows[0]?.found === true
}

function asFormation(stage: OneStage): FormationStage {
  if (stage.row.view === regionalView) throw new Refusal('stage_not_found')
  if (!mayRead(stage)) throw closed(stage.state)
  return { ...stage, rules: teamRules(stage.row.settings) }
}

const mayRead = ({ own, state, all }: OneStage) =>
  (own.team ? true : reached.includes(state.status)) && !all.person.disqualification

/**
 * The cached stage, for a statement that compares its versions. Null if the cached stage does not let the person in, so
 * that it must be read again.
 */
export async function rememberedFormation(
  services: Pick<Services, 'db' | 'seasons'>,
  { accountId, stageId }: InStage,
  now: Date,
): Promise<(FormationStage & { versions: Versions }) | null> {
  const stage = await rememberedStage(services, accountId, { stageId, type: 'teams_forming' }, now)
  if (!stage || stage.row.view === regionalView || !mayRead(stage)) return null
  return { ...stage, rules: teamRules(stage.row.settings) }
}
