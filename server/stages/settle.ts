import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Messenger } from '#server/services.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import { refuseBesideProtocol } from './beside-protocol.ts'
import { takeTurnAtStage } from './stage-turn.ts'
import { tellOutcomes } from './tell-outcome.ts'

interface Decision {
  stageId: number
  outcome: StageOutcome
  /** The organiser; null when the stage decides by its own rules. */
  decidedBy?: number | null
}

interface Words {
  /** A sentence for the participant. */
  reason?: string | undefined
  /** Comments of judges for the participant. */
  comments?: readonly string[] | undefined
}

/** The same decision about one person or many, in the same words. */
export type Settled = Decision & Words & { accountIds: readonly number[] }

/**
 * Decides: the decision is stored and published, and sets the status of everybody whom it is about. It cannot be taken
 * back; a correction is another decision. Notices are the caller's.
 */
export const settle = (tx: Tx, { accountIds, reason, comments, ...of }: Settled, now: Date): Promise<void> =>
  settleEach(
    tx,
    of,
    accountIds.map((accountId) => ({ accountId, reason, comments })),
    now,
  )

/**
 * Like `settle`, and everybody is notified. A decision of an organiser is refused while a protocol is to decide about
 * one of these people, because it would be overwritten.
 */
export async function settleAndTell(tx: Tx, services: Messenger, settled: Settled): Promise<void> {
  const { stageId, outcome, accountIds, reason, decidedBy } = settled
  if (decidedBy) {
    await takeTurnAtStage(tx, stageId, 'decision')
    await refuseBesideProtocol(tx, stageId, accountIds)
  }
  await settle(tx, settled, services.clock())
  const text = reason || 'Подробности на странице этапа.'
  await tellOutcomes(
    tx,
    services,
    accountIds.map((accountId) => ({ accountId, text })),
    { stageId, outcome },
  )
}

/** Like `settle`, in words of their own for each person: the only statement that writes decisions. */
export async function settleEach(
  tx: Tx,
  { stageId, outcome, decidedBy = null }: Decision,
  people: readonly (Words & { accountId: number })[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  const at = (of: StageOutcome) => sql`${outcome === of ? now : null}::timestamptz`
  const rows = people.map(({ accountId: account, reason = '', comments = [] }) => ({
    ...{ account, reason, comments },
    reasons: outcome === 'passed' || reason === '' ? [] : [reason],
  }))
  await sql`
    with people as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as p (account int, reason text, comments text[], reasons text[])
    ), decided as (
      insert into stage_decisions (account_id, stage_id, outcome, reason, comments, decided_by, decided_at, published_at)
      select account, ${stageId}, ${outcome}, reason, comments, ${decidedBy}, ${now}, ${now}
      from people order by account
    )
    insert into stage_facts as f (account_id, stage_id, started_at, passed_at, failed_at, returned_at, reasons)
    select account, ${stageId}, ${now}, ${at('passed')}, ${at('failed')}, ${at('returned')}, reasons
    from people order by account
    on conflict (account_id, stage_id) do update set
      started_at = coalesce(f.started_at, excluded.started_at), processing_at = null, interrupted_at = null,
      submitted_at = case when excluded.returned_at is null then f.submitted_at end,
      passed_at = excluded.passed_at, failed_at = excluded.failed_at, returned_at = excluded.returned_at,
      reasons = excluded.reasons`.execute(tx)
}
