import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { isPrepared } from '#server/review/judging/store.ts'
import { usualReasons } from '#shared/review/checking/check.ts'
import type { Review } from '#shared/review/checking/review-form.ts'
import { judgesBlind, mayCheckWork } from './desk-access.ts'

/** How works are checked where the organiser has set nothing. */
export const defaultReview: Review = {
  second_look: true,
  return_days: 3,
  target_hours: 24,
  appeal_days: null,
  reasons: [...usualReasons],
}

/** A work that the caller may check and does not judge blind, with its stage, latest hand-in and review settings. */
export async function workToCheck(db: Db | Tx, caller: Caller, workId: number) {
  const row = await db
    .selectFrom('works as w')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .leftJoin('stage_reviews as r', 'r.stage_id', 's.id')
    .leftJoin('accounts as holder', 'holder.id', 'w.held_by')
    .select(['w.id', 'w.stage_id', 'w.account_id', 'w.team_id', 'w.hand_in_id', 'w.waits_since', 'w.held_by'])
    .select(['w.held_until', 'w.refused_by', 'w.step', 's.competition_code', 's.title', 's.type'])
    .select(['h.revision', 'h.arrived_at', 'h.by_system', 'h.form_version', 'h.data'])
    .select(['r.second_look', 'r.return_days', 'r.target_hours', 'r.appeal_days', 'r.reasons'])
    .select(['holder.first_name', 'holder.last_name', isPrepared.as('prepared')])
    .where('w.id', '=', workId)
    .where(mayCheckWork(caller))
    .where(sql<boolean>`not ${judgesBlind(caller)}`)
    .executeTakeFirst()
  if (!row) return null
  const { second_look, return_days, target_hours, appeal_days, reasons, ...work } = row
  return { ...work, review: withDefaults({ second_look, return_days, target_hours, appeal_days, reasons }) }
}

/** How works are checked at a stage. */
export async function reviewOf(db: Db | Tx, stageId: number): Promise<Review> {
  const row = await db
    .selectFrom('stage_reviews')
    .select(['second_look', 'return_days', 'target_hours', 'appeal_days', 'reasons'])
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return row ?? defaultReview
}

const withDefaults = (row: { [K in keyof Review]: Review[K] | null }): Review => ({
  second_look: row.second_look ?? defaultReview.second_look,
  return_days: row.return_days ?? defaultReview.return_days,
  target_hours: row.target_hours ?? defaultReview.target_hours,
  appeal_days: row.appeal_days,
  reasons: row.reasons ?? defaultReview.reasons,
})

export type WorkToCheck = NonNullable<Awaited<ReturnType<typeof workToCheck>>>

/** Whether somebody else has the work on the desk now. */
export const isTaken = (
  { held_by, held_until }: Pick<WorkToCheck, 'held_by' | 'held_until'>,
  caller: Caller,
  now: Date,
): boolean => held_by !== null && held_by !== caller.accountId && held_until !== null && held_until > now
