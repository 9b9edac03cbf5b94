import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { acceptsArrival } from '#shared/stages/window.ts'
import { type PersonStage, type PersonStages, personStages } from './person-stages.ts'

/** One stage among the others of its competition, as it stands for one person. */
export interface OneStage extends PersonStage {
  all: PersonStages
}

/** How a stage is named: by its number, or by its code within a competition; `type` refuses stages of other kinds. */
export type StageName = ({ stageId: number } | { competitionCode: string; code: string }) & { type?: string }

/** The stage as the person may see it; 404 for one that is hidden from him, of another kind or not there at all. */
export async function oneStage(db: Db | Tx, accountId: number, name: StageName, now: Date): Promise<OneStage> {
  const competitionCode = 'stageId' in name ? await competitionOf(db, name.stageId) : name.competitionCode
  const all = competitionCode === null ? null : await personStages(db, { accountId, competitionCode }, now)
  const found = all?.stages.find(({ row }) => ('stageId' in name ? row.id === name.stageId : row.code === name.code))
  const seen = found && found.state.status !== 'hidden' && (name.type === undefined || found.row.type === name.type)
  if (!all || !found || !seen) throw new Refusal('stage_not_found')
  return { ...found, all }
}

/**
 * The same for a write, with the person's facts of the stage locked until the transaction ends: two hand-ins at once
 * come one after the other, and the second sees what the first has done.
 */
export async function lockStage(tx: Tx, accountId: number, name: StageName, now: Date): Promise<OneStage> {
  const stage = await oneStage(tx, accountId, name, now)
  const of = { account_id: accountId, stage_id: stage.row.id }
  await tx
    .insertInto('stage_facts')
    .values(of)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .selectFrom('stage_facts')
    .select('stage_id')
    .where('account_id', '=', of.account_id)
    .where('stage_id', '=', of.stage_id)
    .forUpdate()
    .execute()
  // Read again: another hand-in may have been ahead of us.
  return oneStage(tx, accountId, name, now)
}

/** Refuses unless the person may work at the stage now: open, allowed and not handed in. */
export function refuseUnlessWorkable({ state }: PersonStage): void {
  if (state.status === 'available' || state.status === 'in_progress') return
  throw closed(state)
}

/** As `refuseUnlessWorkable`, but a hand-in that was on its way when the stage closed still counts. */
export function refuseUnlessArrivedInTime({ state }: PersonStage, arrivedAt: Date): void {
  if (state.status === 'available' || state.status === 'in_progress') return
  if (state.status === 'timeover' && acceptsArrival(state.window, arrivedAt)) return
  throw closed(state)
}

/** The refusal of a write to a stage in this state. */
export function closed({ status, reason }: PersonStage['state']): Refusal {
  const denied = status === 'not_allowed' || status === 'unavailable_finalist'
  return new Refusal(denied ? 'stage_not_allowed' : 'stage_closed', { values: { reason } })
}

async function competitionOf(db: Db | Tx, stageId: number): Promise<string | null> {
  const stage = await db.selectFrom('stages').select('competition_code').where('id', '=', stageId).executeTakeFirst()
  return stage?.competition_code ?? null
}
