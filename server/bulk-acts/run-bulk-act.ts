import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stage-editing/stored-stage.ts'
import { takeTurnAtStage } from '#server/stages/stage-turn.ts'
import type { Skip } from '#shared/bulk-acts/acts.ts'
import { rulesOf } from './acts.ts'

const batch = { quiet: 250, telling: 200 }
/** Milliseconds before a batch that sends no messages, so that it hardly slows the portal for others. */
const breath = 60
/** Milliseconds between batches that write to people: at most 4,000 a minute, so that other letters are not held up. */
const pause = 3_000

/** A waiting job of the same act is replaced, so that an act and its undoing never run at the same time. */
export const jobOf = (bulkActId: number) => ({
  name: 'run_bulk_act',
  payload: { bulkActId },
  options: { jobKey: `bulk_act_${bulkActId}` },
})

/**
 * Does an act for the next people, or undoes it, and queues the rest. The progress is stored in the same transaction:
 * an interrupted job continues where it stopped, and nobody is changed or notified twice.
 */
export async function runBulkAct(services: Services, { bulkActId }: { bulkActId: number }): Promise<void> {
  const { db, clock, seasons } = services
  const asked = await db
    .selectFrom('bulk_acts')
    .select(['competition_code', 'act'])
    .where('id', '=', bulkActId)
    .executeTakeFirst()
  if (!asked) return
  await seasons.ready(db, { competitionCode: asked.competition_code })
  if (!rulesOf(asked.act).tells) await delay(breath)
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('bulk_acts').selectAll().where('id', '=', bulkActId).forUpdate().executeTakeFirst()
    if (!row || row.state === 'done' || row.state === 'undone' || row.state === 'waiting') return
    const season = await seasonOf(tx, seasons, row.competition_code)
    const rules = rulesOf(row.act)
    const size = rules.tells ? batch.telling : batch.quiet
    const run = { ...row, season }
    const undoing = row.state === 'undoing'
    const { rows: next } = await sql<{ account_id: number }>`
      select account_id from bulk_act_people
      where bulk_act_id = ${bulkActId} and account_id > ${row.until} and ${undoing ? sql`outcome = 'done'` : sql`true`}
      order by account_id limit ${size}`.execute(tx)
    const ids = next.map(({ account_id }) => account_id)
    let [done, skipped] = [0, 0]
    if (undoing) {
      await rules.undo(tx, services, { ...run, asked_by: row.undone_by }, row.act, ids)
      await sql`update bulk_act_people set outcome = 'undone'
        where bulk_act_id = ${bulkActId} and account_id = any(${ids}::integer[])`.execute(tx)
    } else {
      await sql`select from accounts where id = any(${ids}::integer[]) order by id for key share`.execute(tx)
      const stage = 'stage' in row.act ? season.byCode.get(row.act.stage) : undefined
      if (stage) {
        await takeTurnAtStage(tx, stage.id, 'decision')
        // Whoever decides about one of these people now does it before they are read, or after the act.
        await sql`select from stage_facts where stage_id = ${stage.id} and account_id = any(${ids}::integer[])
          order by account_id for update`.execute(tx)
      }
      // Locked, so that another act on one of these people runs before or after.
      const { rows: people } = await sql<{ account_id: number; why: Skip | null }>`
        select p.account_id, ${rules.skip(season, row.act)} as why from participations p
        where p.competition_code = ${row.competition_code} and p.account_id = any(${ids}::integer[])
        order by p.account_id for update`.execute(tx)
      const outcomes = new Map<number, Skip | 'done'>(people.map(({ account_id, why }) => [account_id, why ?? 'done']))
      const fit = ids.filter((id) => outcomes.get(id) === 'done')
      await rules.places?.lock(tx, season, row.act, fit)
      const left = (await rules.places?.left(tx, season, row.act, fit)) ?? fit.length
      const changed = fit.slice(0, left)
      for (const id of fit.slice(left)) outcomes.set(id, 'track_full')
      if (changed.length > 0) await rules.apply(tx, services, run, row.act, changed)
      await sql`update bulk_act_people b set outcome = o.outcome
        from unnest(${ids}::integer[], ${ids.map((id) => outcomes.get(id) ?? 'gone')}::text[]) as o (id, outcome)
        where b.bulk_act_id = ${bulkActId} and b.account_id = o.id`.execute(tx)
      done = changed.length
      skipped = ids.length - changed.length
    }
    const over = ids.length < size
    await tx
      .updateTable('bulk_acts')
      .set({
        until: ids.at(-1) ?? row.until,
        done: sql`done + ${done}`,
        skipped: sql`skipped + ${skipped}`,
        undone: sql`undone + ${undoing ? ids.length : 0}`,
        ...(over && { state: undoing ? ('undone' as const) : ('done' as const), done_at: clock() }),
      })
      .where('id', '=', bulkActId)
      .execute()
    const { name, payload, options } = jobOf(bulkActId)
    if (!over)
      await addJob(tx, name, payload, {
        ...options,
        ...(rules.tells && { runAt: new Date(clock().getTime() + pause) }),
      })
  })
}
