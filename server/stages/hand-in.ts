import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { groupType } from '#shared/stages/tree.ts'
import { formatWire, moscowDate } from '#shared/time/moscow.ts'
import { recordFacts } from './facts.ts'
import type { OneStage } from './one-stage.ts'
import { oneStage } from './one-stage.ts'
import type { PersonStages } from './person-stages.ts'

export interface HandedIn {
  accountId: number
  data: Record<string, unknown>
  /** The moment at which it reached the server. */
  arrivedAt: Date
  formVersion?: number
  idempotencyKey?: string | undefined
  bySystem?: boolean
}

export interface Receipt {
  number: string
  handed_in_at: string
  revision: number
  stage_title: string
}

/** Keeps what was handed in as the next revision with a receipt. The caller has locked the stage and checked the answer. */
export async function keepHandIn(
  tx: Tx,
  stage: { row: Pick<OneStage['row'], 'id' | 'title'> },
  handedIn: HandedIn,
  now: Date,
): Promise<Receipt & { id: number }> {
  const { accountId, arrivedAt } = handedIn
  const stageId = stage.row.id
  const last = await tx
    .selectFrom('hand_ins')
    .select((eb) => eb.fn.max('revision').as('revision'))
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  const revision = (last?.revision ?? 0) + 1
  const number = `${moscowDate(arrivedAt).year}-${await nextReceiptNumber(tx)}`
  const { id } = await tx
    .insertInto('hand_ins')
    .values({
      account_id: accountId,
      stage_id: stageId,
      revision,
      arrived_at: arrivedAt,
      by_system: handedIn.bySystem ?? false,
      form_version: handedIn.formVersion ?? 0,
      receipt_number: number,
      idempotency_key: handedIn.idempotencyKey ?? null,
      data: JSON.stringify(handedIn.data),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('stage_remarks')
    .set({ settled_at: now })
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('settled_at', 'is', null)
    .execute()
  await recordFacts(
    tx,
    { accountId, stageId },
    {
      startedAt: arrivedAt,
      submittedAt: arrivedAt,
      interruptedAt: null,
      failedAt: null,
      returnedAt: null,
      reasons: [],
    },
    now,
  )
  return { id, number, revision, handed_in_at: formatWire(arrivedAt), stage_title: stage.row.title }
}

/** The receipt of what has been handed in. */
export function receiptOf(
  handIn: { receipt_number: string; arrived_at: Date; revision: number },
  stageTitle: string,
): Receipt {
  return {
    number: handIn.receipt_number,
    handed_in_at: formatWire(handIn.arrived_at),
    revision: handIn.revision,
    stage_title: stageTitle,
  }
}

/** What the person reads after handing in: the receipt, how the stage stands now and what comes next. */
export async function afterHandIn(tx: Tx, accountId: number, stageId: number, receipt: Receipt, now: Date) {
  const stage = await oneStage(tx, accountId, { stageId }, now)
  const { number, handed_in_at, revision, stage_title } = receipt
  return {
    receipt: { number, handed_in_at, revision, stage_title },
    status: stage.state.status,
    next: nextStage(stage.all, stageId),
  }
}

/** What to do after this stage: the first later one that is open to the person, else the first that is to come. */
export function nextStage({ stages }: PersonStages, stageId: number) {
  const shown = stages.filter(({ row, state }) => row.type !== groupType && state.status !== 'hidden')
  const later = shown.slice(shown.findIndex(({ row }) => row.id === stageId) + 1)
  const open = later.find(({ state }) => state.status === 'available' || state.status === 'in_progress')
  // What waits for a decision has been handed in: there is nothing to do at it.
  const next = open ?? later.find(({ state, facts }) => state.status === 'wait' && facts.submittedAt === null)
  if (!next) return null
  return {
    code: next.row.code,
    type: next.row.type,
    view: next.row.view,
    title: next.row.title,
    status: next.state.status,
    reason: next.state.reason,
  }
}

async function nextReceiptNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ next: string }>`select nextval('receipt_numbers')::text as next`.execute(tx)
  return (rows[0]?.next ?? '').padStart(7, '0')
}
