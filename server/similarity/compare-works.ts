import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Compared } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { leastSimilarity } from '#shared/similarity/similarity-setting.ts'
import { sampleHashes, shinglesOf, similarity } from './shingles.ts'

/** At most this many works with one hash are looked up: a hash of more works is a common phrase. */
const commonFrom = 200
/** How many works, those with the most hashes in common, are compared word by word. */
const candidates = 20
/** How the works of a stage are compared; null where they are not. */
export function comparedAt(stage: SeasonStage | undefined): (Compared & { percent: number; scope: string }) | null {
  const compared = stage?.kind?.compared
  if (!stage || !compared) return null
  const percent = compared.threshold(stage.settings)
  return { ...compared, percent, scope: compared.among === 'kind' ? stage.type : `stage ${stage.id}` }
}

export type How = NonNullable<ReturnType<typeof comparedAt>>

/**
 * Looks for works similar to this one. A work of n words costs n / 4 look-ups in an index, each of at most 200 rows,
 * and 20 comparisons in memory; the total number of works does not matter.
 *
 * The sample is committed before others are searched, so when two works are compared at the same time, at least one
 * finds the other.
 */
export async function compareWork(services: Services, workId: number, stage: SeasonStage, how: How): Promise<void> {
  const { db, clock } = services
  const hashes = await db.transaction().execute(async (tx) => {
    const work = await lockedWork(tx, workId)
    if (!work) return null
    const sample = sampleHashes(ownShingles(how, stage, work.data), how.scope)
    await tx.deleteFrom('work_shingles').where('work_id', '=', workId).execute()
    await sql`insert into work_shingles (hash, work_id) select hash, ${workId} from unnest(${sample}::bigint[]) as hash`.execute(
      tx,
    )
    return sample
  })
  if (hashes === null) return
  const near = await worksWith(db, hashes, workId)
  await db.transaction().execute(async (tx) => {
    const work = await lockedWork(tx, workId)
    if (!work) return
    const own = ownShingles(how, stage, work.data)
    const pairs = (await othersOf(tx, services, near, how)).flatMap(({ id, shingles }) => {
      const percent = similarity(own, shingles)
      return percent >= leastSimilarity ? [{ id, percent }] : []
    })
    await sql`delete from similar_works where first_id = ${workId} or second_id = ${workId}`.execute(tx)
    await sql`
      insert into similar_works (first_id, second_id, percent, found_at)
      select least(${workId}, other), greatest(${workId}, other), percent, ${clock()}
      from unnest(${pairs.map(({ id }) => id)}::int[], ${pairs.map(({ percent }) => percent)}::int[]) as p (other, percent)
      order by 1, 2
      on conflict (first_id, second_id) do update set percent = excluded.percent`.execute(tx)
    const compared = { hand_in_id: work.hand_in_id, compared_at: clock() }
    await tx
      .insertInto('compared_works')
      .values({ work_id: workId, ...compared })
      .onConflict((conflict) => conflict.column('work_id').doUpdateSet(compared))
      .execute()
  })
}

/** A work that still waits, locked so that it cannot be withdrawn or erased meanwhile. */
const lockedWork = (tx: Tx, workId: number) =>
  tx
    .selectFrom('works as w')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .select(['w.hand_in_id', 'h.data'])
    .where('w.id', '=', workId)
    .where('w.waits_since', 'is not', null)
    .forNoKeyUpdate('w')
    .executeTakeFirst()

/** Passages quoted from the stage's own text do not count as similar. */
function ownShingles(how: How, stage: Pick<SeasonStage, 'settings'>, data: Record<string, unknown>): Set<string> {
  const given = shinglesOf([how.given(stage.settings)])
  const written = how.passages(data).map(({ text }) => text)
  return shinglesOf(written, given)
}

async function worksWith(db: Db, hashes: readonly string[], workId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select near.work_id as id from unnest(${hashes}::bigint[]) as own (hash)
    cross join lateral (
      select s.work_id from work_shingles s where s.hash = own.hash and s.work_id <> ${workId} limit ${commonFrom}) as near
    group by near.work_id order by count(*) desc, near.work_id desc limit ${candidates}`.execute(db)
  return rows.map(({ id }) => id)
}

async function othersOf(tx: Tx, { seasons }: Services, ids: readonly number[], how: How) {
  const rows = await tx
    .selectFrom('works as w')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .select(['w.id', 'w.stage_id', 's.competition_code', 'h.data'])
    .where('w.id', 'in', [0, ...ids])
    .execute()
  const others = []
  for (const { id, stage_id, competition_code, data } of rows) {
    const stage = (await seasons.known(tx, competition_code))?.byId.get(stage_id)
    if (stage) others.push({ id, shingles: ownShingles(how, stage, data) })
  }
  return others
}
