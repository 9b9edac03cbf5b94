import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { inParts, paced } from '#server/platform/jobs/in-parts.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { takeTurnAtStage } from '#server/stages/stage-turn.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { decidingKinds, type Skip } from '#shared/people/bulk-acts/acts.ts'
import { rulesOf } from './acts.ts'
import { meant } from './meant.ts'

/** People in one part: of those who are gathered, changed, and changed with a message to each. */
export const partOf = { gathered: 5000, quiet: 1000, telling: 250 }

/** A waiting job of the same act is replaced, so that an act and its undoing never run at the same time. */
export const jobOf = (bulkActId: number) => ({
  name: 'run_bulk_act',
  payload: { bulkActId },
  options: { jobKey: `bulk_act_${bulkActId}` },
})

/** Gathers the people of an act and does it, or undoes it. */
export async function runBulkAct(services: Services, { bulkActId }: { bulkActId: number }): Promise<void> {
  const { db, seasons } = services
  const asked = await db
    .selectFrom('bulk_acts')
    .select('competition_code')
    .where('id', '=', bulkActId)
    .executeTakeFirst()
  if (!asked) return
  await seasons.ready(db, { competitionCode: asked.competition_code })
  await inParts(db, jobOf(bulkActId), (tx, seconds) => runPart(tx, services, bulkActId, seconds))
}

const lockRow = (tx: Tx, id: number) =>
  tx.selectFrom('bulk_acts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>

interface Part {
  row: Row
  season: Season
  size: number
}
interface Reached {
  count: number
  last: number | undefined
  done?: number
  skipped?: number
}

/** The next people. Returns whether there are more. */
export async function runPart(
  tx: Tx,
  services: Services,
  bulkActId: number,
  seconds: () => number = () => 1,
): Promise<boolean> {
  const row = await lockRow(tx, bulkActId)
  if (row?.state !== 'gathering' && row?.state !== 'running' && row?.state !== 'undoing') return false
  const { state } = row
  const size = state === 'gathering' ? partOf.gathered : rulesOf(row.act).tells ? partOf.telling : partOf.quiet
  const season = await seasonOf(tx, services.seasons, row.competition_code)
  const { count, last = row.until, done = 0, skipped = 0 } = await steps[state](tx, services, { row, season, size })
  const next = count === size ? state : after(row, count)
  await tx
    .updateTable('bulk_acts')
    .set({
      ...{ state: next, done: row.done + done, skipped: row.skipped + skipped },
      ...(state === 'gathering' && { people: row.people + count }),
      ...(state === 'undoing' && { undone: row.undone + count }),
      // Each step goes through the people from the first.
      ...(next === state ? { until: last, pace: paced(count, seconds()) } : { until: 0, pace: null }),
      ...((next === 'done' || next === 'undone') && { done_at: services.clock() }),
    })
    .where('id', '=', bulkActId)
    .execute()
  return next === 'gathering' || next === 'running' || next === 'undoing'
}

function after({ state, act, people }: Row, count: number): Row['state'] {
  if (state === 'undoing') return 'undone'
  if (state === 'running' || people + count === 0) return 'done'
  return decidingKinds.includes(act.kind) ? 'waiting' : 'running'
}

const steps: Record<'gathering' | 'running' | 'undoing', (tx: Tx, services: Services, part: Part) => Promise<Reached>> =
  {
    async gathering(tx, _services, { row, season, size }) {
      const { rows } = await sql<{ count: number; last: number | null }>`
      with gathered as (
        insert into bulk_act_people (bulk_act_id, account_id)
        select ${row.id}, p.account_id ${meant(season, row.audience, row.asked_at)} and p.account_id > ${row.until}
        order by p.account_id limit ${size} returning account_id
      )
      select count(*)::int as count, max(account_id) as last from gathered`.execute(tx)
      return { count: rows[0]?.count ?? 0, last: rows[0]?.last ?? undefined }
    },

    async running(tx, services, { row, season, size }) {
      const rules = rulesOf(row.act)
      const ids = await nextOf(tx, row, size)
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
      if (changed.length > 0) await rules.apply(tx, services, { ...row, season }, row.act, changed)
      await sql`update bulk_act_people b set outcome = o.outcome
      from unnest(${ids}::integer[], ${ids.map((id) => outcomes.get(id) ?? 'gone')}::text[]) as o (id, outcome)
      where b.bulk_act_id = ${row.id} and b.account_id = o.id`.execute(tx)
      return { count: ids.length, last: ids.at(-1), done: changed.length, skipped: ids.length - changed.length }
    },

    async undoing(tx, services, { row, season, size }) {
      const ids = await nextOf(tx, row, size)
      await rulesOf(row.act).undo(tx, services, { ...row, season, asked_by: row.undone_by }, row.act, ids)
      await sql`update bulk_act_people set outcome = 'undone'
      where bulk_act_id = ${row.id} and account_id = any(${ids}::integer[])`.execute(tx)
      return { count: ids.length, last: ids.at(-1) }
    },
  }

async function nextOf(tx: Tx, { id, until, state }: Row, size: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from bulk_act_people
    where bulk_act_id = ${id} and account_id > ${until} and ${state === 'undoing' ? sql`outcome = 'done'` : sql`true`}
    order by account_id limit ${size}`.execute(tx)
  return rows.map(({ account_id }) => account_id)
}
