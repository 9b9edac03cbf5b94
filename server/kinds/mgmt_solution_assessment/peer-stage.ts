import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isJudged, type Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { type OneStage, oneStage } from '#server/stages/one-stage.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { mgmtSolutionAssessmentKind } from '#shared/kinds/mgmt_solution_assessment/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'

export type PeerSettings = SettingsOf<typeof mgmtSolutionAssessmentKind>
const { type } = mgmtSolutionAssessmentKind
export const peerType = type

/** A stage of this kind with the stage whose works are assessed; that stage is null where it is missing. */
export interface PeerStage {
  stage: SeasonStage
  settings: PeerSettings
  works: SeasonStage | null
}

export function peerStageIn(season: Season, stage: SeasonStage): PeerStage {
  const settings = settingsAt(mgmtSolutionAssessmentKind, stage)
  const works = season.byCode.get(settings.works_of)
  return { stage, settings, works: isJudged(works) ? works : null }
}

/** A stage of this kind by its address, for an organiser. */
export async function peerStageAt({ db, seasons }: Services, { competition, code }: Place): Promise<PeerStage> {
  const season = await seasons.of(db, competition)
  const stage = season?.byCode.get(code)
  if (!season || stage?.type !== peerType) throw new Refusal('stage_not_found')
  return peerStageIn(season, stage)
}

/** Requires the stage of the works. */
export function withWorks(peer: PeerStage): PeerStage & { works: SeasonStage } {
  const { works } = peer
  if (!works) throw new Refusal('judging_not_ready')
  return { ...peer, works }
}

export const stateOf = async (db: Db | Tx, stageId: number) =>
  (await db
    .selectFrom('peer_stages')
    .select(['opened_at', 'published_at'])
    .where('stage_id', '=', stageId)
    .executeTakeFirst()) ?? { opened_at: null, published_at: null }

/** Refuses when the marks are published, and locks, so that nobody publishes them until the transaction ends. */
export async function refuseIfPublished(tx: Tx, stageId: number): Promise<void> {
  const found = await tx
    .selectFrom('peer_stages')
    .select('published_at')
    .where('stage_id', '=', stageId)
    .forShare()
    .executeTakeFirst()
  if (found?.published_at) throw new Refusal('judging_closed')
}

/**
 * Before locking several works of a pool, or waiting for one, a transaction takes its turn: otherwise two could wait
 * for each other. Taking a work that nobody holds needs no turn.
 */
export const takeTurn = (tx: Tx, stageId: number) =>
  sql`select pg_advisory_xact_lock(${stageId}, hashtext('peer_pool'))`.execute(tx)

/** The stage of a participant of the competition: works are shown to nobody else. */
export async function assessedBy(
  { db, seasons, clock }: Services,
  accountId: number,
  stageId: number,
): Promise<OneStage> {
  return refuseOutsiders(await oneStage(db, seasons, accountId, { stageId, type: peerType }, clock()))
}

export function refuseOutsiders(stage: OneStage): OneStage {
  if (stage.all.person.door === null) throw new Refusal('stage_not_found')
  return stage
}
