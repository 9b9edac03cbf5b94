import type { Db, Tx } from '#server/db.ts'
import { closed, lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { personStages } from '#server/stages/person-stages.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import type { Window } from '#shared/stages/window.ts'

export interface InCompetition {
  accountId: number
  competitionCode: string
}

/** Statuses in which the person may see the teams. Members of a team have passed the stage. */
const reached: readonly StageStatus[] = ['available', 'in_progress', 'success', 'timeover']

/** The competition's stage of regional teams for this person. Throws unless the person has reached it. */
export async function regionalStage(db: Db | Tx, seasons: Seasons, of: InCompetition, now: Date): Promise<OneStage> {
  const all = await personStages(db, seasons, of, now)
  if (!all) throw new Refusal('competition_not_found')
  const found = all.stages.find(
    ({ row, state }) => row.type === 'teams_forming' && row.view === regionalView && state.status !== 'hidden',
  )
  if (!found) throw new Refusal('stage_not_found')
  if (!reached.includes(found.state.status) || all.person.disqualification) throw closed(found.state)
  return { ...found, all }
}

/**
 * The stage for a change of membership; simultaneous changes of one person wait for each other. Throws `teams_closed`
 * outside the window.
 */
export async function lockRegionalStage(tx: Tx, seasons: Seasons, of: InCompetition, now: Date): Promise<OneStage> {
  const { row } = await regionalStage(tx, seasons, of, now)
  const stage = await lockStage(tx, seasons, of.accountId, { stageId: row.id }, now)
  const reason = whyClosed(stage.state.window, now)
  if (reason !== '') throw new Refusal('teams_closed', { values: { reason } })
  return stage
}

/** Why nothing can be changed outside the window, as a sentence; empty inside it. */
export function whyClosed({ opensAt, closesAt }: Window, now: Date): string {
  if (opensAt !== null && now < opensAt) return `Начало — ${showDateTime(opensAt)} по Москве`
  if (closesAt !== null && now >= closesAt) return `Срок закончился ${showDateTime(closesAt)} по Москве`
  return ''
}

/** When teammates may mark each other: the dates in the settings, otherwise those of the stage. */
export function assessmentWindow({ row, state }: OneStage): Window {
  const named = (value: unknown, otherwise: Date | null) => (typeof value === 'string' ? new Date(value) : otherwise)
  return {
    opensAt: named(row.settings.assessment_opens_at, state.window.opensAt),
    closesAt: named(row.settings.assessment_closes_at, state.window.closesAt),
  }
}
