import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { acceptsArrival, judgedAt } from '#shared/stages/window.ts'
import { lockFacts } from './facts.ts'
import { lastKnown, type PersonStage, type PersonStages, personStages, teamOf } from './person-stages.ts'
import type { Versions } from './save-draft.ts'
import type { Seasons } from './seasons.ts'

/** One stage with its status for one person, among the other stages of its competition. */
export interface OneStage extends PersonStage {
  all: PersonStages
}

/**
 * A stage by its id, or by its code within a competition. With `type`, stages of other kinds are refused. With
 * `evenHidden` a stage that the person does not see is found too. With `factsFollow` the facts follow from a table of
 * the kind and are written under its locks, so the person is locked separately from them to avoid a deadlock.
 */
export type StageName = ({ stageId: number } | { competitionCode: string; code: string }) & {
  type?: string
  evenHidden?: boolean
  factsFollow?: boolean
}

/** The stage as the person may see it. Answers 404 when it does not exist, is hidden or is of another kind. */
export async function oneStage(
  db: Db | Tx,
  seasons: Seasons,
  accountId: number,
  name: StageName,
  now: Date,
): Promise<OneStage> {
  const competitionCode = 'stageId' in name ? await seasons.codeOf(db, name.stageId) : name.competitionCode
  const all = competitionCode === null ? null : await personStages(db, seasons, { accountId, competitionCode }, now)
  const found = all && seenIn(all, name)
  if (!found) throw new Refusal('stage_not_found')
  return found
}

/** Like `oneStage`, for a request that may have been sent before the close: then the stage is as just before it. */
export async function arrivedStage(
  db: Db | Tx,
  seasons: Seasons,
  accountId: number,
  name: StageName,
  arrivedAt: Date,
): Promise<OneStage> {
  const found = await oneStage(db, seasons, accountId, { ...name, evenHidden: true }, arrivedAt)
  return asArrived(db, seasons, accountId, name, { found, arrivedAt })
}

/** Like `arrivedStage`, with the person's facts locked, as `lockStage` does. */
export async function lockArrivedStage(
  tx: Tx,
  seasons: Seasons,
  accountId: number,
  name: StageName,
  arrivedAt: Date,
): Promise<OneStage> {
  const found = await lockStage(tx, seasons, accountId, { ...name, evenHidden: true }, arrivedAt)
  return asArrived(tx, seasons, accountId, name, { found, arrivedAt })
}

async function asArrived(
  db: Db | Tx,
  seasons: Seasons,
  accountId: number,
  name: StageName,
  { found, arrivedAt }: { found: OneStage; arrivedAt: Date },
): Promise<OneStage> {
  const at = judgedAt(found.state.window, arrivedAt)
  const then = at < arrivedAt ? await oneStage(db, seasons, accountId, { ...name, evenHidden: true }, at) : found
  const seen = seenIn(then.all, name)
  if (!seen) throw new Refusal('stage_not_found')
  return seen
}

/** The stage among these, unless it is hidden or of another kind. */
export function seenIn(all: PersonStages, name: StageName): OneStage | null {
  const found = all.stages.find(({ row }) => ('stageId' in name ? row.id === name.stageId : row.code === name.code))
  const seen =
    found &&
    (name.evenHidden || found.state.status !== 'hidden') &&
    (name.type === undefined || found.row.type === name.type)
  return seen ? { ...found, all } : null
}

/**
 * The stage as the process remembers it, with the versions that it was worked out from, for a write that compares them.
 * Read once where nothing is remembered. Null where the person may not see it.
 */
export async function rememberedStage(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  accountId: number,
  name: StageName,
  now: Date,
): Promise<(OneStage & { versions: Versions }) | null> {
  const competitionCode = 'stageId' in name ? await seasons.codeOf(db, name.stageId) : name.competitionCode
  if (competitionCode === null) return null
  const of = { accountId, competitionCode }
  if (!lastKnown(seasons, of, now)) await personStages(db, seasons, of, now)
  const remembered = lastKnown(seasons, of, now)
  const found = remembered && seenIn(remembered.stages, name)
  if (!found) return null
  const { stages, personVersion } = remembered
  return { ...found, versions: { season: stages.season.version, person: personVersion } }
}

/**
 * Like `oneStage`, for a write: the person's facts of the stage are locked until the transaction ends, and read under
 * that lock. So two simultaneous hand-ins run one after the other, and the second one sees the result of the first.
 */
export async function lockStage(
  tx: Tx,
  seasons: Seasons,
  accountId: number,
  name: StageName,
  now: Date,
): Promise<OneStage> {
  const stageId = 'stageId' in name ? name.stageId : await stageIdOf(tx, seasons, name)
  if (stageId === null || (await seasons.codeOf(tx, stageId)) === null) throw new Refusal('stage_not_found')
  const whole = { stageId, ...(name.type && { type: name.type }), ...(name.evenHidden && { evenHidden: true }) }
  const team = await lockTeamOf(tx, seasons, accountId, stageId, now)
  if (name.factsFollow) await lockPerson(tx, accountId, stageId)
  else await lockFacts(tx, accountId, stageId)
  const stage = await oneStage(tx, seasons, accountId, whole, now)
  // The person has joined another team during the wait for the lock.
  if (isForTeams(stage.row) && (teamOf(stage.all)?.id ?? null) !== team)
    return lockStage(tx, seasons, accountId, name, now)
  return stage
}

/**
 * Locks the person's facts of a stage where each person works alone, if there are any. A hand-in from memory locks them
 * before it reserves its key, so every hand-in keeps this order. Teams hand in only under `lockStage`.
 */
export async function lockOwnFacts(tx: Tx, seasons: Seasons, accountId: number, name: StageName): Promise<void> {
  const stageId = 'stageId' in name ? name.stageId : await stageIdOf(tx, seasons, name)
  const competitionCode = stageId === null ? null : await seasons.codeOf(tx, stageId)
  if (stageId === null || competitionCode === null) return
  const row = (await seasons.known(tx, competitionCode))?.byId.get(stageId)
  if (row?.kind?.contract.work !== 'person') return
  await sql`select from stage_facts where account_id = ${accountId} and stage_id = ${stageId} for update`.execute(tx)
}

const isForTeams = (row: Pick<PersonStage['row'], 'kind'> | undefined) => row?.kind?.contract.work === 'team'

/**
 * Locks the person's team at a stage of teams, and returns its id. The team is locked before the facts: a write of one
 * member changes the facts of all, so another order could deadlock.
 */
async function lockTeamOf(
  tx: Tx,
  seasons: Seasons,
  accountId: number,
  stageId: number,
  now: Date,
): Promise<number | null> {
  const competitionCode = await seasons.codeOf(tx, stageId)
  const season = competitionCode === null ? null : await seasons.known(tx, competitionCode)
  if (!isForTeams(season?.byId.get(stageId))) return null
  const team = teamOf((await oneStage(tx, seasons, accountId, { stageId }, now)).all)
  if (!team) return null
  await tx.selectFrom('formed_teams').select('id').where('id', '=', team.id).forUpdate().execute()
  return team.id
}

const lockPerson = (tx: Tx, accountId: number, stageId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('person at a stage', ${accountId}::bigint << 32 | ${stageId}))`.execute(
    tx,
  )

async function stageIdOf(tx: Tx, seasons: Seasons, name: { competitionCode: string; code: string }) {
  const season = await seasons.known(tx, name.competitionCode)
  const known = season?.byCode.get(name.code)
  // The season in memory may be older than a stage that was just created.
  return (known ?? (await seasons.of(tx, name.competitionCode))?.byCode.get(name.code))?.id ?? null
}

/** Whether the person may work at the stage now: open, allowed and not handed in. */
export const isWorkable = ({ state }: PersonStage): boolean =>
  state.status === 'available' || state.status === 'in_progress'

export function refuseUnlessWorkable(stage: PersonStage): void {
  if (!isWorkable(stage)) throw closed(stage.state)
}

/** Like `refuseUnlessWorkable`, but a hand-in that was sent before the stage closed still counts. */
export function refuseUnlessArrivedInTime(stage: PersonStage, arrivedAt: Date): void {
  if (isWorkable(stage)) return
  const { state } = stage
  if (state.status === 'timeover' && acceptsArrival(state.window, arrivedAt)) return
  throw closed(state)
}

/** The refusal of a write to a stage with this status. */
export function closed({ status, reason }: PersonStage['state']): Refusal {
  const denied = status === 'not_allowed' || status === 'unavailable_finalist'
  return new Refusal(denied ? 'stage_not_allowed' : 'stage_closed', { values: { reason } })
}
