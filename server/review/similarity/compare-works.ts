import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Compared } from '#server/stages/kind.ts'
import { orPassOver } from '#server/stages/or-interrupt.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { minSimilarity } from '#shared/review/similarity/similarity-setting.ts'
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

/** By the id of the hand-in. */
type Shingles = Map<number, Set<string>>

/** A work that is being prepared, with its latest hand-in and the way in which its stage compares works. */
export interface Standing {
  workId: number
  handInId: number
  accountId: number | null
  teamId: number | null
  data: Record<string, unknown>
  stage: SeasonStage
  how: How
}

/**
 * Finds the works that are similar to these, and returns the ids of those that could not be compared. A work of n
 * words costs n / 4 look-ups in an index, each of at most 200 rows, and 20 comparisons in memory, however many works
 * there are.
 *
 * Stores the samples first and looks for similar works after that is committed: of two works that are compared at the
 * same time at least one finds the other. The pairs of an earlier hand-in are deleted together with its sample:
 * deleted later, pairs that another work has found meanwhile could be lost.
 */
export async function compareWorks(
  services: Services,
  works: readonly Standing[],
  wait: boolean,
): Promise<ReadonlySet<number>> {
  if (works.length === 0) return new Set()
  const { db, clock } = services
  const own: Shingles = new Map()
  for (const { handInId, how, stage, data } of works) {
    own.set(handInId, ownShingles(how, stage, data))
    await setImmediate()
  }
  // A work without a sample of this run must not count as compared, even if its lock is free by the second transaction.
  const { sampled, compared } = await db.transaction().execute(async (tx) => {
    const locked = await lockStanding(tx, works, wait)
    return locked.length === 0 ? { sampled: [], compared: [] } : keepSamples(tx, locked, own, wait)
  })
  const done = new Set(compared.map(({ workId }) => workId))
  if (sampled.length === 0) return without(works, done)
  const near = await nearTo(services, sampled, own)
  await db.transaction().execute(async (tx) => {
    const others = near.map(({ otherId }) => otherId)
    const locked = await lockWorks(tx, sampled, others, wait)
    // A work that is like one that somebody else is taking away at this moment waits for the end of that, alone.
    const held = new Set(near.flatMap(({ work, otherId }) => (wait || locked.others.has(otherId) ? [] : [work.workId])))
    const free = locked.works.filter(({ workId }) => !held.has(workId))
    if (free.length > 0) await keepPairs(tx, free, near, clock())
    for (const { workId } of free) done.add(workId)
  })
  return without(works, done)
}

const without = (works: readonly Standing[], done: ReadonlySet<number>) =>
  new Set(works.flatMap(({ workId }) => (done.has(workId) ? [] : [workId])))

/**
 * The works whose hand-in still waits, locked so that nobody withdraws or erases them meanwhile. Without `wait`,
 * works that another transaction has locked are passed over.
 */
export async function lockStanding(tx: Tx, works: readonly Standing[], wait: boolean): Promise<Standing[]> {
  return (await lockWorks(tx, works, [], wait)).works
}

/**
 * Locks works to compare and the works similar to them, which then cannot be withdrawn or erased. Pairs are locked only
 * after all their works, so a withdrawal or an erasure cannot deadlock with a comparison.
 */
async function lockWorks(tx: Tx, works: readonly Standing[], otherIds: readonly number[], wait: boolean) {
  const { rows } = await sql<{ id: number; own: boolean }>`
    with own as materialized (
      select w.id from works w
      where w.id = any(${works.map(({ workId }) => workId)}::int[])
        and w.hand_in_id = any(${works.map(({ handInId }) => handInId)}::int[]) and w.waits_since is not null
      order by w.id for no key update of w ${orPassOver(wait)}),
    others as materialized (
      select w.id from works w where w.id = any(${otherIds}::int[]) order by w.id for key share of w ${orPassOver(wait)})
    select id, true as own from own union all select id, false from others`.execute(tx)
  const own = new Set(rows.flatMap((row) => (row.own ? [row.id] : [])))
  return {
    works: works.filter(({ workId }) => own.has(workId)),
    others: new Set(rows.flatMap((row) => (row.own ? [] : [row.id]))),
  }
}

/** Locks the pairs of a work in the order in which others lock and write theirs. The caller has locked the work. */
export const lockPairs = (tx: Tx, workId: number) =>
  sql`select from similar_works where first_id = ${workId} or second_id = ${workId}
    order by first_id, second_id for update`.execute(tx)

/**
 * Returns the works that have a sample of this run now, and those that another run has compared meanwhile, whose pairs
 * stay. Works with a pair that another transaction has locked are in neither list.
 */
async function keepSamples(tx: Tx, works: readonly Standing[], own: Shingles, wait: boolean) {
  const { rows } = await sql<{ id: number; held: boolean }>`
    with own as materialized (
      select o.id from unnest(${works.map(({ workId }) => workId)}::int[], ${works.map(({ handInId }) => handInId)}::int[])
        as o (id, hand_in)
      where not exists (select from compared_works c where c.work_id = o.id and c.hand_in_id = o.hand_in)),
    theirs as materialized (
      select id, first_id, second_id from similar_works where first_id in (select id from own)
      union select id, first_id, second_id from similar_works where second_id in (select id from own)),
    locked as materialized (
      select id from similar_works where id in (select id from theirs)
      order by first_id, second_id for update ${orPassOver(wait)}),
    gone as (delete from similar_works where id in (select id from locked)),
    older as (delete from work_shingles where work_id in (select id from own))
    select own.id, not ${wait}::boolean and exists (
      select from theirs t where own.id in (t.first_id, t.second_id) and t.id not in (select id from locked)) as held
    from own`.execute(tx)
  const held = new Map(rows.map((row) => [row.id, row.held]))
  const compared = works.filter(({ workId }) => !held.has(workId))
  const fresh = works.filter(({ workId }) => held.has(workId))
  const samples = fresh.map(({ handInId, how }) => sampleHashes(own.get(handInId) ?? new Set(), how.scope))
  await sql`
    insert into work_shingles (hash, work_id)
    select * from unnest(${samples.flat()}::bigint[],
      ${samples.flatMap((hashes, at) => hashes.map(() => fresh[at]?.workId))}::int[])`.execute(tx)
  return { sampled: fresh.filter(({ workId }) => !held.get(workId)), compared }
}

/** Passages quoted from the stage's own text do not count as similar. */
function ownShingles(how: How, stage: Pick<SeasonStage, 'settings'>, data: Record<string, unknown>): Set<string> {
  const given = shinglesOf([how.given(stage.settings)])
  const written = how.passages(data).map(({ text }) => text)
  return shinglesOf(written, given)
}

interface Near {
  work: Standing
  otherId: number
  /** The hand-in of the other work with which this one was compared. */
  otherHandIn: number
  percent: number
}

/** The works that share the most hashes with each of these works, with their similarity. */
async function nearTo({ db, seasons }: Services, works: readonly Standing[], own: Shingles): Promise<Near[]> {
  const { rows } = await sql<Other>`
    with near as materialized (
      select own.id as own_id, shared.work_id
      from unnest(${works.map(({ workId }) => workId)}::int[]) as own (id)
      cross join lateral (
        select near.work_id from work_shingles kept
        cross join lateral (
          select s.work_id from work_shingles s where s.hash = kept.hash and s.work_id <> own.id limit ${commonFrom}) as near
        where kept.work_id = own.id
        group by near.work_id order by count(*) desc, near.work_id desc limit ${candidates}) as shared)
    select w.id, w.hand_in_id, w.stage_id, s.competition_code, h.data, n.own_ids
    from (select work_id, array_agg(own_id) as own_ids from near group by work_id) as n
    join works w on w.id = n.work_id join stages s on s.id = w.stage_id join hand_ins h on h.id = w.hand_in_id`.execute(
    db,
  )
  const byId = new Map(works.map((work) => [work.workId, work]))
  const found: Near[] = []
  for (const { own_ids, id, hand_in_id, stage_id, competition_code, data } of rows) {
    const stage = (await seasons.known(db, competition_code))?.byId.get(stage_id)
    const near = own_ids.flatMap((ownId) => byId.get(ownId) ?? [])
    const [one] = near
    if (!stage || !one) continue
    const others = own.get(hand_in_id) ?? ownShingles(one.how, stage, data)
    for (const work of near) {
      const percent = similarity(own.get(work.handInId) ?? new Set(), others)
      if (percent >= minSimilarity) found.push({ work, otherId: id, otherHandIn: hand_in_id, percent })
    }
    // Lets this process answer requests in between.
    await setImmediate()
  }
  return found
}

interface Other {
  /** The works in question to which it is similar. */
  own_ids: number[]
  id: number
  hand_in_id: number
  stage_id: number
  competition_code: string
  data: Record<string, unknown>
}

/**
 * The caller has locked both works of each pair. A pair with a work that was handed in again is left to the job of that
 * hand-in. A work without a sample was withdrawn.
 */
async function keepPairs(tx: Tx, works: readonly Standing[], near: readonly Near[], now: Date): Promise<void> {
  const ids = new Set(works.map(({ workId }) => workId))
  const pairs = near.filter(({ work }) => ids.has(work.workId))
  await sql`
    with pairs as (insert into similar_works (first_id, second_id, percent, found_at)
    select distinct on (1, 2) least(own, w.id), greatest(own, w.id), percent, ${now}::timestamptz
    from unnest(${pairs.map(({ work }) => work.workId)}::int[], ${pairs.map(({ otherId }) => otherId)}::int[],
      ${pairs.map(({ otherHandIn }) => otherHandIn)}::int[], ${pairs.map(({ percent }) => percent)}::int[])
      as p (own, other, hand_in, percent)
    join works w on w.id = p.other and w.hand_in_id = p.hand_in
    where exists (select from work_shingles s where s.work_id = w.id)
    order by 1, 2
    on conflict (first_id, second_id) do update set percent = excluded.percent)
    insert into compared_works (work_id, hand_in_id, compared_at)
    select work, hand_in, ${now}::timestamptz
    from unnest(${works.map(({ workId }) => workId)}::int[], ${works.map(({ handInId }) => handInId)}::int[]) as c (work, hand_in)
    order by 1
    on conflict (work_id) do update set hand_in_id = excluded.hand_in_id, compared_at = excluded.compared_at`.execute(
    tx,
  )
}
