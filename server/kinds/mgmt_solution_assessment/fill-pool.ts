import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { worksToOpen } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { type PeerStage, peerStageIn, peerType, takeTurn, withWorks } from './peer-stage.ts'

/** Every published stage of this kind whose marks are not published. */
export async function assessingStages({ db, seasons }: Services): Promise<PeerStage[]> {
  const rows = await db
    .selectFrom('stages as s')
    .leftJoin('peer_stages as p', 'p.stage_id', 's.id')
    .select(['s.id', 's.competition_code'])
    .where('s.type', '=', peerType)
    .where('s.published', '=', true)
    .where('p.published_at', 'is', null)
    .orderBy('s.id')
    .execute()
  const found: PeerStage[] = []
  for (const { id, competition_code: code } of rows) {
    const season = await seasons.of(db, code)
    const stage = season?.byId.get(id)
    if (season && stage) found.push(peerStageIn(season, stage))
  }
  return found
}

/**
 * Adds every work that waits to the pool, including late works and newer hand-ins, and returns how many were added.
 * Their authors have to assess. The assessing opens once there are enough works.
 */
export const fillPool = (
  services: Services,
  peer: PeerStage,
  /** The organiser who has asked for it; null: a job. */
  actorId: number | null = null,
): Promise<number> =>
  services.db.transaction().execute(async (tx) => {
    const added = await fillPoolIn(tx, peer, services.clock())
    if (added > 0 && actorId !== null)
      await recordAtStage(tx, {
        ...{ actorId, action: 'peer_pool_filled', stageId: peer.stage.id, subject: `pool:${peer.stage.id}` },
        changes: [{ field: 'pool', title: 'Работ в пуле прибавилось', after: String(added) }],
      })
    return added
  })

export async function fillPoolIn(tx: Tx, peer: PeerStage, now: Date): Promise<number> {
  const { stage, settings, works } = withWorks(peer)
  await takeTurn(tx, stage.id)
  await tx
    .insertInto('peer_stages')
    .values({ stage_id: stage.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    with renewed as (
      update peer_pool p set hand_in_id = w.hand_in_id, given = 0, pooled_at = ${now}
      from works w
      where p.stage_id = ${stage.id} and w.id = p.work_id and w.waits_since is not null and w.hand_in_id <> p.hand_in_id
      returning p.work_id
    )
    update peer_tasks t set returned_at = ${now}, returned_because = 'changed'
    where t.id in (
      -- An assessor who holds a task waits for this lock; the task is returned when the assessor asks for the next one.
      select o.id from peer_tasks o join renewed on renewed.work_id = o.work_id
      where o.stage_id = ${stage.id} and o.done_at is null and o.returned_at is null
      order by o.id for update of o skip locked)`.execute(tx)
  const { rows } = await sql<{ work_id: number }>`
    insert into peer_pool (stage_id, work_id, hand_in_id, pooled_at, given)
    select ${stage.id}, w.id, w.hand_in_id, ${now}, (
      select count(*) from peer_tasks t
      where t.stage_id = ${stage.id} and t.work_id = w.id and t.hand_in_id = w.hand_in_id and t.kind = 'pool'
        and t.returned_at is null)
    from works w
    where w.stage_id = ${works.id} and w.waits_since is not null
      and not exists (select from peer_references r where r.stage_id = ${stage.id} and r.work_id = w.id)
    on conflict do nothing
    returning work_id`.execute(tx)
  await sql`
    insert into peer_raters (stage_id, account_id, author, due_at)
    select distinct ${stage.id}::int, author.id, true, ${now}::timestamptz
    from works w
    cross join lateral (
      select w.account_id as id where w.account_id is not null
      union all
      select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
    ) as author
    where w.stage_id = ${works.id} and w.waits_since is not null
      -- Only rows that will be written are locked: the assessor of another row may be waiting for this lock.
      and not exists (select from peer_raters r where r.stage_id = ${stage.id} and r.account_id = author.id and r.author)
    order by 2
    on conflict (stage_id, account_id) do update set author = true, due_at = excluded.due_at where not peer_raters.author`.execute(
    tx,
  )
  await sql`
    update peer_stages set opened_at = ${now}
    where stage_id = ${stage.id} and opened_at is null
      and (select count(*) from peer_pool where stage_id = ${stage.id}) >= ${worksToOpen(settings)}`.execute(tx)
  return rows.length
}
