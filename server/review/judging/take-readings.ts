import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { marked } from './store.ts'

interface Taking {
  why: 'removed' | 'conflict' | 'moved'
  /** The reason that organisers read. */
  reason: string
  at: Date
  /** Whether marks of the current hand-in stop counting. */
  marks: boolean
}

/**
 * Takes readings from their judges; `which` is a condition on the reading `r` and its work `w`. Readings that were not
 * begun are deleted. The others keep their drafts and marks, which no longer count. Returns how many marks stopped
 * counting. The caller has locked the judging.
 */
export async function takeReadings(
  tx: Tx,
  which: RawBuilder<boolean>,
  { why, reason, at, marks }: Taking,
): Promise<number> {
  const taken = sql`${which} and r.abstained is null and (${marks} or not coalesce(${marked}, false))`
  // Waits for a draft that is being saved, so that the latest text is kept.
  await sql`select r.id from readings r join works w on w.id = r.work_id where ${taken} order by r.id for update of r`.execute(
    tx,
  )
  await sql`
    delete from readings where id in (
      select r.id from readings r join works w on w.id = r.work_id
      where ${taken} and r.done_at is null and r.draft is null)`.execute(tx)
  const { rows } = await sql<{ counted: boolean }>`
    with old as (
      select r.id, coalesce(${marked}, false) as counted, case when r.done_at is null then r.draft
        else jsonb_build_object('hand_in', r.hand_in_id, 'marks', r.marks, 'comment', r.comment, 'note', r.note,
          'verdict', r.verdict) || coalesce(r.draft, '{}') end as draft
      from readings r join works w on w.id = r.work_id
      where ${taken}
    )
    update readings set taken = ${why}, abstained = ${reason}, abstained_at = ${at}, draft = old.draft,
      marks = null, total = null, verdict = null, done_at = null, hand_in_id = null, rubric_id = null
    from old where old.id = readings.id
    returning old.counted`.execute(tx)
  return rows.filter(({ counted }) => counted).length
}
