import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { arrivedStage, type OneStage, oneStage, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import type { FeedbackRound } from '#shared/kinds/feedback/round.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { judgedAt } from '#shared/stages/window.ts'
import { emptyBucket, halves, largestBucket, withOpinion } from './bucket.ts'
import { currentRound, type OwnFeedback } from './standing.ts'
import type { Groups, Opinion } from './tables.ts'

/** In a region or a track with fewer people, an answer could be traced to a person. */
const rareGroup = 20

export interface Given {
  accountId: number
  stageId: number
  round: FeedbackRound
  opinion: Opinion
  /** What the page promised before the person wrote: it is kept even if the setting has changed since. */
  anonymous: boolean
  receivedAt: Date
  device: 'phone' | 'computer'
}

/** The stage of a person with the round that may be answered now; a refusal otherwise. */
export async function askedStage(
  services: Pick<Services, 'seasons'>,
  db: Services['db'],
  accountId: number,
  stageId: number,
  now: Date,
) {
  const stage = await oneStage(db, services.seasons, accountId, { stageId, type: 'feedback' }, now)
  const own = stage.own.standing as OwnFeedback
  const { round } = currentRound(stage.row, own, now)
  return { stage, round, named: await isNamed(db, accountId, stageId, round ?? own.given.toSorted()[0]) }
}

/** Whether the person's answer in this round is kept with the name. */
async function isNamed(
  db: Services['db'],
  accountId: number,
  stageId: number,
  round: FeedbackRound | undefined,
): Promise<boolean> {
  if (!round) return false
  const found = await db
    .selectFrom('feedback_named')
    .select('round')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('round', '=', round)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Stores that a person has answered and, separately, the answer: an anonymous one without account, time or order. Uses
 * no idempotency key, because the request fingerprint would reveal the sender.
 */
export async function giveFeedback(services: Services, given: Given): Promise<void> {
  const { accountId, stageId, round, opinion, receivedAt } = given
  const now = services.clock()
  await services.seasons.ready(services.db, { stageId })
  await services.db.transaction().execute(async (tx) => {
    // Answers to one stage are written one after the other, because they share buckets.
    await sql`select pg_advisory_xact_lock(${stageId}, hashtext('feedback'))`.execute(tx)
    const name = { stageId, type: 'feedback' }
    const stage = await arrivedStage(tx, services.seasons, accountId, name, receivedAt)
    const standing = stage.own.standing as OwnFeedback
    if (standing.given.includes(round)) throw new Refusal('feedback_given')
    refuseUnlessWorkable(stage)
    const at = judgedAt(stage.state.window, receivedAt)
    if (currentRound(stage.row, standing, at).round !== round) throw new Refusal('feedback_round_over')
    const { questions } = settingsAt(feedbackKind, stage.row)
    const kept = {
      ...opinion,
      marks: questions.map((_text, at) => opinion.marks[at] ?? null),
      text: opinion.text.trim(),
    }
    const groups = await groupsOf(tx, stage, given)
    await tx.insertInto('feedback_given').values({ account_id: accountId, stage_id: stageId, round }).execute()
    if (given.anonymous) return keepAnonymous(tx, { stageId, round }, kept, groups)
    const row = { opinion: JSON.stringify(kept), groups: JSON.stringify(groups), given_at: now }
    await tx
      .insertInto('feedback_named')
      .values({ account_id: accountId, stage_id: stageId, round, ...row })
      .execute()
  })
}

/** Marks that this person must never be asked again, at any stage. */
export async function refuseFeedback(
  { db, seasons, clock }: Services,
  accountId: number,
  stageId: number,
): Promise<void> {
  await oneStage(db, seasons, accountId, { stageId, type: 'feedback' }, clock())
  await db
    .insertInto('feedback_refusals')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function keepAnonymous(
  tx: Tx,
  of: { stageId: number; round: FeedbackRound },
  opinion: Opinion,
  groups: Groups,
): Promise<void> {
  const ofRound = tx.selectFrom('feedback_buckets').where('stage_id', '=', of.stageId).where('round', '=', of.round)
  const numbers = (await ofRound.select('bucket').orderBy('bucket').execute()).map(({ bucket }) => bucket)
  const bucket = numbers[randomInt(Math.max(1, numbers.length))] ?? 0
  const found = await ofRound.select('said').where('bucket', '=', bucket).executeTakeFirst()
  const said = withOpinion(found?.said ?? emptyBucket, opinion, groups)
  if (said.opinions.length <= largestBucket) return keepBucket(tx, of, bucket, said)
  const [one, other] = halves(said)
  await keepBucket(tx, of, bucket, one)
  await keepBucket(tx, of, numbers.length, other)
}

async function keepBucket(
  tx: Tx,
  { stageId, round }: { stageId: number; round: FeedbackRound },
  bucket: number,
  said: typeof emptyBucket,
): Promise<void> {
  const text = JSON.stringify(said)
  await tx
    .insertInto('feedback_buckets')
    .values({ stage_id: stageId, round, bucket, said: text })
    .onConflict((conflict) => conflict.columns(['stage_id', 'round', 'bucket']).doUpdateSet({ said: text }))
    .execute()
}

/** The groups for the figures; empty where the group is rare in the competition. */
async function groupsOf(tx: Tx, { row, all }: OneStage, { device }: Given): Promise<Groups> {
  const { region, track } = all.person
  const many = await tx
    .selectFrom('participations')
    .select((eb) => [
      eb.fn
        .countAll<string>()
        .filterWhere('region', '=', region ?? '')
        .as('region'),
      eb.fn
        .countAll<string>()
        .filterWhere('track_code', '=', track ?? '')
        .as('track'),
    ])
    .where('competition_code', '=', row.competitionCode)
    .executeTakeFirstOrThrow()
  return {
    region: Number(many.region) >= rareGroup ? (region ?? '') : '',
    track: Number(many.track) >= rareGroup ? (track ?? '') : '',
    device,
  }
}
