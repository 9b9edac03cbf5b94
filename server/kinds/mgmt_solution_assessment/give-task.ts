import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { closed, isWorkable, lockArrivedStage, lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { maxRatersOfWork } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { referencePlaces } from '#shared/review/judging/reference-places.ts'
import { type Asker, askerOf, barred } from './barring.ts'
import {
  type PeerStage,
  peerStageIn,
  peerType,
  refuseIfPublished,
  refuseOutsiders,
  takeTurn,
  withWorks,
} from './peer-stage.ts'
import type { PeerTables } from './tables.ts'

type Task = Pick<PeerTables['peer_tasks'], 'work_id' | 'hand_in_id' | 'kind' | 'place'>
type Work = Pick<Task, 'work_id' | 'hand_in_id'>

/**
 * A person who assesses, locked at the stage until the transaction ends. `helps`: they have finished and were asked for
 * more works. `receivedAt`: marks sent before the stage closed still count.
 */
export async function lockRater(tx: Tx, services: Services, accountId: number, stageId: number, receivedAt?: Date) {
  const name = { stageId, type: peerType }
  const stage = refuseOutsiders(
    receivedAt
      ? await lockArrivedStage(tx, services.seasons, accountId, name, receivedAt)
      : await lockStage(tx, services.seasons, accountId, name, services.clock()),
  )
  const key = { stage_id: stageId, account_id: accountId }
  await tx
    .insertInto('peer_raters')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rater = await tx
    .selectFrom('peer_raters')
    .select(['done', 'extra', 'finished_at', 'short_since'])
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const peer = peerStageIn(stage.all.season, stage.row)
  return {
    ...peer,
    of: stage,
    rater,
    helps: rater.finished_at !== null && rater.done < peer.settings.given + rater.extra,
  }
}
export type LockedRater = Awaited<ReturnType<typeof lockRater>>

/** Refuses unless the person may assess now: the stage is open, or they have finished and were asked for more works. */
export async function refuseUnlessAssessing(tx: Tx, { of, helps }: { of: OneStage; helps: boolean }): Promise<void> {
  await refuseIfPublished(tx, of.row.id)
  if (!isWorkable(of) && !(helps && of.state.is_active)) throw closed(of.state)
}

/**
 * Gives a person the next work and returns its task: the open one, one of the training, a reference or one of the pool.
 * Null without a work for them now; then their own work is ranked without waiting for one.
 */
export async function nextTask(services: Services, accountId: number, stageId: number): Promise<number | null> {
  await services.seasons.ready(services.db, { stageId })
  return services.db.transaction().execute(async (tx) => {
    const locked = await lockRater(tx, services, accountId, stageId)
    const { rater, helps } = locked
    const open = await openTask(tx, stageId, accountId)
    if (rater.finished_at !== null && !helps) return null
    await refuseUnlessAssessing(tx, locked)
    if (open?.stands) return open.id
    const now = services.clock()
    if (open) await returnTask(tx, open, open.stopped ? 'stopped' : 'changed', now)
    const task = await chosen(tx, withWorks(locked), accountId, rater.done + 1)
    const short = task === null ? (rater.short_since ?? now) : null
    if (short?.getTime() !== rater.short_since?.getTime())
      await tx
        .updateTable('peer_raters')
        .set({ short_since: rater.finished_at === null ? short : null })
        .where('stage_id', '=', stageId)
        .where('account_id', '=', accountId)
        .execute()
    if (task === null) return null
    if (rater.finished_at === null) await recordFacts(tx, { accountId, stageId }, { startedAt: now }, now)
    return giveTask(tx, { stageId, accountId, task }, now)
  })
}

/** The person's open work; `stands` tells whether it can still be assessed. */
async function openTask(tx: Tx, stageId: number, accountId: number) {
  const { rows } = await sql<{
    id: number
    work_id: number
    stage_id: number
    kind: Task['kind']
    stopped: boolean
    stands: boolean
  }>`
    select t.id, t.work_id, t.stage_id, t.kind, coalesce(p.stopped_at, e.stopped_at) is not null as stopped,
      coalesce(p.stopped_at, e.stopped_at) is null and (t.kind <> 'pool' or (
        w.waits_since is not null and p.hand_in_id = t.hand_in_id and w.hand_in_id = t.hand_in_id
      ) is true) as stands
    from peer_tasks t
    join works w on w.id = t.work_id
    left join peer_pool p on p.stage_id = t.stage_id and p.work_id = t.work_id
    left join peer_references e on e.stage_id = t.stage_id and e.work_id = t.work_id
    where t.stage_id = ${stageId} and t.rater_id = ${accountId} and t.done_at is null and t.returned_at is null
    for update of t`.execute(tx)
  return rows[0] ?? null
}

/** Takes a work from a person, which leaves room for another person. */
export async function returnTask(
  tx: Tx,
  { id, stage_id, work_id, kind }: { id: number; stage_id: number; work_id: number; kind: Task['kind'] },
  because: NonNullable<PeerTables['peer_tasks']['returned_because']['__select__']>,
  now: Date,
): Promise<void> {
  await tx.updateTable('peer_tasks').set({ returned_at: now, returned_because: because }).where('id', '=', id).execute()
  if (kind !== 'pool') return
  await takeTurn(tx, stage_id)
  await tx
    .updateTable('peer_pool')
    .set({ given: sql<number>`greatest(given - 1, 0)` })
    .where('stage_id', '=', stage_id)
    .where('work_id', '=', work_id)
    .execute()
}

async function chosen(
  tx: Tx,
  peer: ReturnType<typeof withWorks>,
  accountId: number,
  place: number,
): Promise<Task | null> {
  const { stage, settings } = peer
  const asker = await askerOf(tx, peer, accountId)
  const trained = await tx
    .selectFrom('peer_tasks')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('stage_id', '=', stage.id)
    .where('rater_id', '=', accountId)
    .where('kind', '=', 'training')
    .where((is) => is.or([is('returned_because', 'is', null), is('returned_because', '<>', 'stopped')]))
    .executeTakeFirstOrThrow()
  if (Number(trained.count) < settings.training) {
    const work = await reference(tx, stage.id, asker, true)
    if (work) return { ...work, kind: 'training', place: Number(trained.count) + 1 }
  }
  if (referencePlaces(settings, accountId).includes(place)) {
    const work = await reference(tx, stage.id, asker, false)
    if (work) return { ...work, kind: 'reference', place }
  }
  const work = await fromPool(tx, { stageId: stage.id, most: maxRatersOfWork(settings), asker })
  return work && { ...work, kind: 'pool', place }
}

/** A condition: the task `t` was left idle or stopped by another person's report, so this person may get it again. */
const comesBack = sql`(t.returned_because = 'time' or t.returned_because = 'stopped'
  and not exists (select from peer_reports told where told.task_id = t.id))`

/** A reference that this person has not had. */
async function reference(tx: Tx, stageId: number, asker: Asker, training: boolean): Promise<Work | null> {
  const { rows } = await sql<Work>`
    select r.work_id, w.hand_in_id from peer_references r join works w on w.id = r.work_id
    where r.stage_id = ${stageId} and r.training = ${training} and r.stopped_at is null and not ${barred(asker)}
      and not exists (
        select from peer_tasks t
        where t.stage_id = r.stage_id and t.work_id = r.work_id and t.rater_id = ${asker.accountId}
          and (${comesBack} and t.hand_in_id = w.hand_in_id) is not true)
    order by (
      select count(*) from peer_tasks t where t.stage_id = r.stage_id and t.work_id = r.work_id), r.work_id
    limit 1`.execute(tx)
  return rows[0] ?? null
}

interface FromPool {
  stageId: number
  /** How many people may get one work. */
  most: number
  asker: Asker
}

/**
 * The work that was given least often, locked. An idle work of this person with a draft comes before it. Works that
 * others are taking at this moment are skipped; without another work, the person waits for one of them.
 */
async function fromPool(tx: Tx, of: FromPool): Promise<Work | null> {
  const free = (await begun(tx, of)) ?? (await leastAssessed(tx, of, sql`for update of p skip locked`))
  if (free || !(await leastAssessed(tx, of, sql``))) return free
  await takeTurn(tx, of.stageId)
  // The work that the lock was waited for may have reached its limit meanwhile.
  while (await leastAssessed(tx, of, sql``)) {
    const found = await leastAssessed(tx, of, sql`for update of p`)
    if (found) return found
  }
  return null
}

/** Works of the pool `p` that may be given now; `w` is the work. */
const free = ({ stageId, most }: FromPool) => sql`
  p.stage_id = ${stageId} and p.stopped_at is null and p.given < ${most}
  and w.waits_since is not null and w.hand_in_id = p.hand_in_id`

async function begun(tx: Tx, of: FromPool): Promise<Work | null> {
  const { rows } = await sql<Work>`
    select p.work_id, p.hand_in_id
    from peer_tasks t
    join peer_pool p on p.stage_id = t.stage_id and p.work_id = t.work_id and p.hand_in_id = t.hand_in_id
    join works w on w.id = p.work_id
    where t.rater_id = ${of.asker.accountId} and ${comesBack} and t.draft is not null and ${free(of)}
    order by t.given_at limit 1 for update of p skip locked`.execute(tx)
  return rows[0] ?? null
}

async function leastAssessed(tx: Tx, of: FromPool, lock: RawBuilder<unknown>): Promise<Work | null> {
  const { rows } = await sql<Work>`
    select p.work_id, p.hand_in_id
    from peer_pool p join works w on w.id = p.work_id
    where ${free(of)} and not ${barred(of.asker)} and not exists (
      select from peer_tasks t
      where t.stage_id = p.stage_id and t.work_id = p.work_id and t.rater_id = ${of.asker.accountId}
        and (${comesBack} and t.hand_in_id = p.hand_in_id) is not true)
    order by p.given, p.place
    limit 1 ${lock}`.execute(tx)
  return rows[0] ?? null
}

async function giveTask(
  tx: Tx,
  { stageId, accountId, task }: { stageId: number; accountId: number; task: Task },
  now: Date,
): Promise<number> {
  if (task.kind === 'pool')
    await tx
      .updateTable('peer_pool')
      .set((is) => ({ given: is('given', '+', 1) }))
      .where('stage_id', '=', stageId)
      .where('work_id', '=', task.work_id)
      .execute()
  const again = { place: task.place, given_at: now, returned_at: null, returned_because: null }
  const { id } = await tx
    .insertInto('peer_tasks')
    .values({ stage_id: stageId, rater_id: accountId, ...task, given_at: now })
    .onConflict((conflict) => conflict.columns(['stage_id', 'rater_id', 'work_id']).doUpdateSet(again))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A work that the person has and may mark now, locked. */
export async function lockTask(tx: Tx, { of, rater }: LockedRater, accountId: number, taskId: number) {
  const task = await tx
    .selectFrom('peer_tasks as t')
    .leftJoin('peer_pool as p', (join) =>
      join.onRef('p.stage_id', '=', 't.stage_id').onRef('p.work_id', '=', 't.work_id'),
    )
    .leftJoin('peer_references as e', (join) =>
      join.onRef('e.stage_id', '=', 't.stage_id').onRef('e.work_id', '=', 't.work_id'),
    )
    .select(['t.id', 't.work_id', 't.stage_id', 't.kind', 't.place', 't.done_at', 't.rubric_id'])
    .select((eb) => eb.fn.coalesce('p.stopped_at', 'e.stopped_at').as('stopped_at'))
    .where('t.id', '=', taskId)
    .where('t.stage_id', '=', of.row.id)
    .where('t.rater_id', '=', accountId)
    .where('t.returned_at', 'is', null)
    .forUpdate('t')
    .executeTakeFirst()
  if (!task) throw new Refusal('task_not_found')
  if (task.stopped_at) throw new Refusal('work_stopped')
  if (task.done_at && (rater.finished_at || task.kind === 'training')) throw new Refusal('marks_final')
  return task
}

/** Whether there is a work in the pool that this person may be given now. */
export async function hasFreeWork(tx: Tx, peer: PeerStage, accountId: number): Promise<boolean> {
  const asker = await askerOf(tx, peer, accountId)
  return (
    (await leastAssessed(tx, { stageId: peer.stage.id, most: maxRatersOfWork(peer.settings), asker }, sql``)) !== null
  )
}
