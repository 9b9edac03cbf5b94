import { type RawBuilder, sql } from 'kysely'
import { revokeSessions } from '#server/accounts/auth/sessions.ts'
import type { IdentityAct } from '#server/accounts/identity/kind.ts'
import { moveDocuments } from '#server/accounts/registration/move-documents.ts'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { lockPeople } from '#server/stages/lock-erased.ts'
import type { DocumentKind } from '#shared/accounts/registration/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { keyColumns, keyOf, setAside } from './set-aside.ts'
import type { SetAside } from './tables.ts'
import { moving } from './what-moves.ts'
import { type Stands, type Two, undecided, type WorkedOut, workOut } from './work-out.ts'

/** What undoing a merge needs; the rows that were set aside are in `account_merges`. */
export interface MergeRecord {
  /** The keys of rows that moved, as they are since. */
  moved: { table: string; column: string; keys: unknown[] }[]
  /** Stages at which the work of the merged account counts: everything there goes back with it. */
  won: number[]
  documents: DocumentKind[]
  /** Accounts that had been merged into the merged one before. */
  earlier: number[]
  /** What the remaining account took over where both had something. */
  before: Overwritten
  after: Overwritten
}

export interface MergeAsked {
  choices: readonly { key: string; stands: Stands }[]
}

/**
 * Gives everything of the second account to the first, in the given transaction. The second stays without sessions;
 * once the merge cannot be undone any more, its login leads to the first.
 */
export async function mergeAccounts(tx: Tx, services: Services, act: IdentityAct): Promise<MergeRecord> {
  const choices = new Map((act.asked as MergeAsked).choices.map(({ key, stands }) => [key, stands]))
  const two: Two = { kept: act.account_id, merged: act.other_id }
  await lockPeople(tx, [two.kept, two.merged])
  const plan = await fitToMerge(tx, two, choices)
  const now = services.clock()
  const aside: SetAside = {}
  const before = await overwritten(tx, two.kept)
  const moved: MergeRecord['moved'] = []
  await moveRows(tx, two, plan, aside, moved)
  await moveBookings(tx, two, plan, aside, moved)
  await moveParticipations(tx, two, plan, aside, moved)
  const documents = await moveDocuments(tx, services.config, two.merged, two.kept)
  const earlier = await closeAccount(tx, two, now)
  await tx
    .insertInto('account_merges')
    .values({
      ...{ merged_id: two.merged, account_id: two.kept, reason: act.reason, set_aside: JSON.stringify(aside) },
      ...{ merged_by: act.asked_by, merged_at: now },
    })
    .execute()
  await noteMerge(tx, act, now)
  const won = plan.stages.flatMap(({ stageId, stands }) => (stands === 'merged' ? [stageId] : []))
  return { moved, won, documents, earlier, before, after: await overwritten(tx, two.kept) }
}

/** What a merge would do. Throws when it is impossible or a choice is missing. */
export async function fitToMerge(tx: Tx, two: Two, choices: ReadonlyMap<string, Stands>): Promise<WorkedOut> {
  const plan = await workOut(tx, two, choices)
  const [obstacle] = plan.obstacles
  if (obstacle) throw new Refusal('merge_impossible', { values: { reason: obstacle } })
  const [open] = undecided(plan, choices)
  if (open) throw new Refusal('merge_choice_missing', { values: { where: `${open.competition_title}: ${open.title}` } })
  return plan
}

export interface Overwritten {
  account: { birth_date: string | null; avatar: string | null; middle_name: string }
  participations: Record<string, unknown>[]
}

/** What a merge changes of the remaining account where both had something. */
export async function overwritten(tx: Tx, accountId: number): Promise<Overwritten> {
  const account = await tx
    .selectFrom('accounts')
    .select(['birth_date', 'avatar', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(p) as row from participations p where account_id = ${accountId} order by competition_code`.execute(
    tx,
  )
  return { account, participations: rows.map(({ row }) => row) }
}

/** Moves rows to the remaining account and remembers which. */
async function moveAndNote(
  tx: Tx,
  { kept, merged }: Two,
  { table, column }: { table: string; column: string },
  moved: MergeRecord['moved'],
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { rows } = await sql<{ row: unknown }>`update ${sql.table(table)} as t set ${sql.ref(column)} = ${kept}
    where t.${sql.ref(column)} = ${merged} and ${which} returning ${keyOf(await keyColumns(tx, table))} as row`.execute(
    tx,
  )
  if (rows.length > 0) moved.push({ table, column, keys: rows.map(({ row }) => row) })
}

async function moveRows(
  tx: Tx,
  two: Two,
  { stages }: WorkedOut,
  aside: SetAside,
  moved: MergeRecord['moved'],
): Promise<void> {
  const { kept, merged } = two
  const at = (stands: Stands, both: boolean) =>
    stages.flatMap((stage) => (stage.stands === stands && (stage.both || !both) ? [stage.stageId] : []))
  const [lost, replaced, won] = [at('kept', true), at('merged', true), at('merged', false)]
  for (const { table, column, fate } of moving) {
    if (fate.as !== 'stage') continue
    const own = sql.ref(`t.${column}`)
    await setAside(tx, aside, table, sql`t.stage_id = any(${lost}::integer[]) and ${own} = ${merged}`)
    await setAside(tx, aside, table, sql`t.stage_id = any(${replaced}::integer[]) and ${own} = ${kept}`)
  }
  for (const { table, column, fate } of moving) {
    const own = sql.ref(column)
    if (fate.as === 'moves') await moveAndNote(tx, two, { table, column }, moved)
    if (fate.as === 'stage')
      await sql`update ${sql.table(table)} as t set ${own} = ${kept}
        where t.${own} = ${merged} and t.stage_id = any(${won}::integer[])`.execute(tx)
    if (fate.as !== 'one') continue
    const same = fate.key.map((name) => sql`o.${sql.ref(name)} is not distinct from t.${sql.ref(name)}`)
    const taken = sql`exists (select from ${sql.table(table)} as o where ${sql.join(
      [sql`o.${own} = ${kept}`, ...same],
      sql` and `,
    )})`
    if (!fate.left) await setAside(tx, aside, table, sql`t.${own} = ${merged} and ${taken}`)
    await moveAndNote(tx, two, { table, column }, moved, sql`not ${taken}`)
  }
}

/** Of two bookings of an event the one whose state comes first here stays, unless the organiser chose at its stage. */
const strongest = ['attended', 'confirmed', 'offered', 'held', 'no_show', 'waiting']

/** One person has one place at an event: the other place becomes free, and the stage counts the remaining booking. */
async function moveBookings(
  tx: Tx,
  two: Two,
  { stages }: WorkedOut,
  aside: SetAside,
  moved: MergeRecord['moved'],
): Promise<void> {
  const { kept, merged } = two
  const where = (stands: Stands) =>
    stages.flatMap((stage) => (stage.both && stage.stands === stands ? [stage.stageId] : []))
  const stronger = sql`case when e.stage_id = any(${where('merged')}::integer[]) then true
    when e.stage_id = any(${where('kept')}::integer[]) then false
    else array_position(${strongest}::text[], m.state::text) < array_position(${strongest}::text[], k.state::text) end`
  const { rows } = await sql<{ event_id: number; stands: Stands }>`
    select e.id as event_id, case when ${stronger} then 'merged' else 'kept' end as stands
    from slot_bookings k join slot_bookings m on m.event_id = k.event_id and m.account_id = ${merged}
    join offline_events e on e.id = k.event_id where k.account_id = ${kept} order by e.id`.execute(tx)
  for (const { event_id, stands } of rows) {
    const loser = stands === 'kept' ? merged : kept
    await setAside(tx, aside, 'slot_bookings', sql`t.event_id = ${event_id} and t.account_id = ${loser}`)
  }
  await moveAndNote(tx, two, { table: 'slot_bookings', column: 'account_id' }, moved)
  await sql`select write_booking_facts(e.stage_id, ${kept}) from slot_bookings b join offline_events e on e.id = b.event_id
    where b.account_id = ${kept} and e.stage_id is not null order by e.stage_id`.execute(tx)
}

/** When both take part, one participation stays and keeps the status of a finalist and a disqualification. */
async function moveParticipations(
  tx: Tx,
  two: Two,
  { tracks }: WorkedOut,
  aside: SetAside,
  moved: MergeRecord['moved'],
): Promise<void> {
  const { kept, merged } = two
  const both = sql`p.account_id = ${kept} and o.account_id = ${merged} and o.competition_code = p.competition_code`
  await sql`update participations p set
      door = case when 'participant' in (p.door, o.door) then 'participant' else p.door end,
      tags = array(select distinct tag from unnest(p.tags || o.tags) as tag order by tag),
      joined_at = least(p.joined_at, o.joined_at), finalist_at = coalesce(p.finalist_at, o.finalist_at),
      disqualified_at = coalesce(p.disqualified_at, o.disqualified_at),
      infoblock_title = case when p.disqualified_at is null then o.infoblock_title else p.infoblock_title end,
      infoblock_text = case when p.disqualified_at is null then o.infoblock_text else p.infoblock_text end,
      region = coalesce(p.region, o.region)
    from participations o where ${both}`.execute(tx)
  await sql`update participations p set track_code = o.track_code, region = coalesce(o.region, p.region)
    from participations o where ${both} and p.competition_code = any(${tracks}::text[])`.execute(tx)
  await setAside(
    tx,
    aside,
    'participations',
    sql`t.account_id = ${merged} and exists (
      select from participations o where o.account_id = ${kept} and o.competition_code = t.competition_code)`,
  )
  await moveAndNote(tx, two, { table: 'participations', column: 'account_id' }, moved)
  // The place in a track determines the person's track (docs/decisions/0051).
  await sql`update participations p set track_code = held.track_code
    from (
      select distinct on (s.competition_code) s.competition_code, h.track_code
      from track_places h join stages s on s.id = h.stage_id
      where h.account_id = ${kept} and h.track_code is not null order by s.competition_code, h.since desc
    ) as held
    where p.account_id = ${kept} and p.competition_code = held.competition_code
      and p.track_code is distinct from held.track_code`.execute(tx)
}

/** Returns the accounts that had been merged into the closed one before. */
async function closeAccount(tx: Tx, { kept, merged }: Two, now: Date): Promise<number[]> {
  await sql`update accounts k set birth_date = coalesce(k.birth_date, m.birth_date), avatar = coalesce(k.avatar, m.avatar),
      middle_name = case when k.middle_name = '' then m.middle_name else k.middle_name end
    from accounts m where k.id = ${kept} and m.id = ${merged}`.execute(tx)
  const closed = await tx
    .updateTable('accounts')
    .set({ merged_into: kept })
    .where((eb) => eb.or([eb('id', '=', merged), eb('merged_into', '=', merged)]))
    .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
    .returning('id')
    .execute()
  await tx.updateTable('account_merges').set({ account_id: kept }).where('account_id', '=', merged).execute()
  await revokeSessions(tx, merged, now, null)
  await sql`insert into person_changes (account_id) values (${kept}), (${merged})`.execute(tx)
  return closed.flatMap(({ id }) => (id === merged ? [] : [id]))
}

/** Notes a merge in the history of the remaining account, in each of its competitions. */
async function noteMerge(tx: Tx, { account_id, other_id, reason, asked_by }: IdentityAct, now: Date): Promise<void> {
  await sql`insert into participant_acts (account_id, competition_code, act, about, reason, by, at)
    select ${account_id}, p.competition_code, 'merged', 'ID ' || o.test_id, ${reason}, ${asked_by}::integer, ${now}
    from participations p, accounts o where p.account_id = ${account_id} and o.id = ${other_id}`.execute(tx)
}
