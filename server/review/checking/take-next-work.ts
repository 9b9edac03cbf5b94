import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { isPrepared } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { checkable, isOfOwnDuty, judgesBlind, mayCheck, mayCheckWork, waitsForCheck } from './desk-access.ts'
import { isTaken, workToCheck } from './store.ts'

/** How long a work stays with the person who has it on the desk, after the last save. */
const holdMs = 30 * 60_000
export const heldUntil = (now: Date) => new Date(now.getTime() + holdMs)

/**
 * The work that has waited longest and that nobody else holds, held for this person; null when there is none. One work
 * is never given to two people at once. `after` is put aside: works that have waited less come first, then the queue
 * starts again.
 */
export async function takeNextWork(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  stageId: number,
  after?: number,
): Promise<number | null> {
  const now = clock()
  const aside = after === undefined ? undefined : await waitingSince(db, stageId, after)
  const later = aside && (await take(db, caller, stageId, now, sql`(w.waits_since, w.id) > (${aside}, ${after})`))
  return later ?? (await take(db, caller, stageId, now, sql`w.id is distinct from ${after ?? null}::int`))
}

/** The first work of this part of the queue. Other works that the person held go back. */
async function take(
  db: Db,
  caller: Caller,
  stageId: number,
  now: Date,
  part: RawBuilder<unknown>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select w.id from works w join stages s on s.id = w.stage_id
      where w.stage_id = ${stageId} and ${waitsForCheck} and ${part} and ${isOfOwnDuty(caller, stageId)}
        and not ${judgesBlind(caller)} and ${isPrepared}
        and (w.held_by is null or w.held_by = ${caller.accountId} or w.held_until <= ${now})
        and w.refused_by is distinct from ${caller.accountId}
      order by w.waits_since, w.id
      limit 1
      for no key update of w skip locked
    ), released as (
      update works set held_by = null, held_until = null
      where held_by = ${caller.accountId} and stage_id = ${stageId} and id not in (select id from chosen)
    )
    update works set held_by = ${caller.accountId}, held_until = ${heldUntil(now)}
    where id in (select id from chosen)
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

async function waitingSince(db: Db, stageId: number, workId: number): Promise<Date | undefined> {
  const work = await db
    .selectFrom('works')
    .select('waits_since')
    .where('id', '=', workId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return work?.waits_since ?? undefined
}

/** The kind of a stage that the caller checks. Refuses other people. */
export async function kindToCheck(db: Db, caller: Caller, stageId: number): Promise<string> {
  const found = await db
    .selectFrom('stages as s')
    .select('s.type')
    .where('s.id', '=', stageId)
    .where(mayCheck(caller))
    .executeTakeFirst()
  if (!found) throw new Refusal('stage_not_found')
  return found.type
}

/** Holds a work that waits, unless somebody else holds it. */
export async function holdWork({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller, workId: number) {
  const now = clock()
  const { numUpdatedRows } = await db
    .updateTable('works as w')
    .set({ held_by: caller.accountId, held_until: heldUntil(now) })
    .where('w.id', '=', workId)
    .where(
      sql<boolean>`${checkable} and exists (
        select from stages s where s.id = w.stage_id and ${mayCheckWork(caller)} and not ${judgesBlind(caller)})`,
    )
    .where((is) =>
      is.or([is('held_by', 'is', null), is('held_by', '=', caller.accountId), is('held_until', '<=', now)]),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const work = await workToCheck(db, caller, workId)
  if (!work) throw new Refusal('work_not_found')
  if (work.waits_since === null || work.step === 'judging') throw new Refusal('work_decided')
  if (isTaken(work, caller, now)) throw new Refusal('work_taken', { values: { by: nameOf(work) } })
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter(Boolean).join(' ') || 'другой проверяющий'

/** Gives a work back to the queue. */
export async function releaseWork({ db }: Pick<Services, 'db'>, caller: Caller, workId: number): Promise<void> {
  await db
    .updateTable('works')
    .set({ held_by: null, held_until: null })
    .where('id', '=', workId)
    .where('held_by', '=', caller.accountId)
    .execute()
}
