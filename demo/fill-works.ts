import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { byDay, daysFrom } from './moment.ts'

/** How far a person has come with a work. */
export type Step = 'begun' | 'handed_in' | 'returned' | 'accepted' | 'refused'

export interface DemoWork {
  account_id: number
  stage_id: number
  step: Step
  data: Record<string, unknown>
  /** Why the work was returned or refused. */
  reason?: string
  /** The field that the checker wrote about. */
  field?: string
}

const outcomes = { accepted: 'passed', returned: 'returned', refused: 'failed' } as const
const decidedStep = (step: Step): step is keyof typeof outcomes => step in outcomes

/** Drafts, hand-ins, decisions and remarks of works that people check. */
export async function fillWorks(tx: Tx, works: readonly DemoWork[], now: Date): Promise<void> {
  const [begun, sent, decided] = [1.5, 1.2, 0.5].map((days) => byDay(daysFrom(now, -days))) as [Date, Date, Date]
  const of = ({ account_id, stage_id }: DemoWork) => ({ account_id, stage_id })
  await tx
    .insertInto('stage_drafts')
    .values(works.map((work) => ({ ...of(work), revision: 1, data: JSON.stringify(work.data), saved_at: begun })))
    .execute()
  const handedIn = works.filter(({ step }) => step !== 'begun')
  await tx
    .insertInto('hand_ins')
    .values(
      handedIn.map((work) => ({
        ...{ ...of(work), data: JSON.stringify(work.data), revision: 1, form_version: 1, arrived_at: sent },
        receipt_number: sql<string>`extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0')`,
      })),
    )
    .execute()
  await tx
    .insertInto('stage_facts')
    .values(
      works.map((work) => ({
        ...of(work),
        started_at: begun,
        submitted_at: work.step === 'begun' || work.step === 'returned' ? null : sent,
        passed_at: work.step === 'accepted' ? decided : null,
        failed_at: work.step === 'refused' ? decided : null,
        returned_at: work.step === 'returned' ? decided : null,
        reasons: work.step === 'refused' && work.reason ? [work.reason] : [],
      })),
    )
    .execute()
  const decisions = works.flatMap((work) => {
    if (!decidedStep(work.step)) return []
    const reason = work.step === 'accepted' ? '' : (work.reason ?? '')
    return [{ ...of(work), outcome: outcomes[work.step], reason, decided_at: decided, published_at: decided }]
  })
  if (decisions.length > 0) await tx.insertInto('stage_decisions').values(decisions).execute()
  const remarks = works.flatMap((work) =>
    work.step === 'returned' && work.field
      ? [{ ...of(work), field: work.field, text: work.reason ?? '', created_at: decided }]
      : [],
  )
  if (remarks.length > 0) await tx.insertInto('stage_remarks').values(remarks).execute()
}
