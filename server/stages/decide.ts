import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Messenger } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import { recordFacts } from './facts.ts'
import { takeTurnAtStage } from './stage-turn.ts'
import { tellOutcome } from './tell-outcome.ts'

export interface Decision {
  accountId: number
  stageId: number
  outcome: StageOutcome
  /** A sentence for the participant. */
  reason?: string
  nextStep?: string
  /** Comments of judges for the participant. */
  comments?: readonly string[]
  /** The organiser; null when the stage decides by its own rules. */
  decidedBy?: number | null
}

/**
 * Whether a protocol that is not published yet decides about a person at a stage. One that is still being frozen may
 * decide about anybody.
 */
export const awaitsProtocol = (stageId: number, account: RawBuilder<unknown>) => sql<boolean>`exists (
  select from protocols o
  where o.stage_id = ${stageId} and o.published_at is null and o.withdrawn_at is null
    and (o.freezing is not null or exists (
      select from protocol_rows r
      where r.protocol_id = o.id and r.account_id = ${account} and r.outcome <> 'none' and r.done_at is null)))`

/** Throws `protocol_decides` where a frozen protocol is to decide about any of these people. */
export async function refuseBesideProtocol(tx: Db | Tx, stageId: number, accountIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select number from protocols o where o.stage_id = ${stageId} and o.published_at is null and o.withdrawn_at is null
      and exists (select from unnest(${accountIds}::int[]) as person where ${awaitsProtocol(stageId, sql`person`)})
    limit 1`.execute(tx)
  if (rows[0]) throw new Refusal('protocol_decides', { values: { number: rows[0].number } })
}

/**
 * Stores a decision that participants do not see yet. One that a person makes is refused while a protocol is to decide
 * about the participant, because it would be overwritten.
 */
export async function decide(tx: Tx, decision: Decision, now: Date): Promise<number> {
  if (decision.decidedBy) {
    await takeTurnAtStage(tx, decision.stageId, 'decision')
    await refuseBesideProtocol(tx, decision.stageId, [decision.accountId])
  }
  const { id } = await tx
    .insertInto('stage_decisions')
    .values({
      account_id: decision.accountId,
      stage_id: decision.stageId,
      outcome: decision.outcome,
      reason: decision.reason ?? '',
      next_step: decision.nextStep ?? '',
      comments: [...(decision.comments ?? [])],
      decided_by: decision.decidedBy ?? null,
      decided_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Publishes a decision: it sets the participant's status, and the participant is notified. It cannot be taken back; a
 * correction is another decision. Publishing twice changes nothing.
 */
export async function publishDecision(tx: Tx, services: Messenger, decisionId: number): Promise<void> {
  const now = services.clock()
  const decision = await tx
    .updateTable('stage_decisions')
    .set({ published_at: now })
    .where('id', '=', decisionId)
    .where('published_at', 'is', null)
    .returning(['account_id', 'stage_id', 'outcome', 'reason'])
    .executeTakeFirst()
  if (!decision) return
  const of = { accountId: decision.account_id, stageId: decision.stage_id }
  const reasons = decision.reason ? [decision.reason] : []
  const settled = { processingAt: null, interruptedAt: null }
  if (decision.outcome === 'passed') {
    await recordFacts(tx, of, { ...settled, passedAt: now, failedAt: null, returnedAt: null, reasons: [] }, now)
  } else if (decision.outcome === 'failed') {
    await recordFacts(tx, of, { ...settled, failedAt: now, passedAt: null, returnedAt: null, reasons }, now)
  } else {
    const returned = { submittedAt: null, passedAt: null, failedAt: null, returnedAt: now, reasons }
    await recordFacts(tx, of, { ...settled, ...returned }, now)
  }
  const { stageId } = of
  const text = decision.reason || 'Подробности на странице этапа.'
  await tellOutcome(tx, services, [of.accountId], { stageId, outcome: decision.outcome, text })
}

/** Decides by the rules of the stage: the decision is stored and published at once, for everybody who owns the work. */
export async function decideNow(
  tx: Tx,
  decision: { accountIds: readonly number[]; stageId: number; outcome: StageOutcome; reason: string },
  now: Date,
): Promise<void> {
  const { accountIds, stageId, outcome, reason } = decision
  const at = (of: StageOutcome) => (outcome === of ? now : null)
  await sql`
    with decided as (
      insert into stage_decisions (account_id, stage_id, outcome, reason, decided_at, published_at)
      select account, ${stageId}, ${outcome}, ${reason}, ${now}, ${now} from unnest(${accountIds}::int[]) as account
    )
    update stage_facts set
      processing_at = null, interrupted_at = null, passed_at = ${at('passed')}::timestamptz,
      failed_at = ${at('failed')}::timestamptz, returned_at = ${at('returned')}::timestamptz,
      submitted_at = case when ${outcome} = 'returned' then null else submitted_at end,
      reasons = ${outcome === 'passed' || reason === '' ? [] : [reason]}::text[]
    where account_id = any(${accountIds}::int[]) and stage_id = ${stageId}`.execute(tx)
}
