import { sql } from 'kysely'
import type { IdentityAct } from '#server/accounts/identity/kind.ts'
import { moveDocuments } from '#server/accounts/registration/move-documents.ts'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { lockPeople } from '#server/stages/lock-erased.ts'
import type { MergeRecord } from './merge-accounts.ts'
import { keyColumns } from './set-aside.ts'
import type { SetAside } from './tables.ts'
import { moving } from './what-moves.ts'
import type { Two } from './work-out.ts'

/**
 * Gives the merged account back what it had. What moved goes back as it has become since, with everything below it;
 * what was set aside returns as it was; what is new stays with the account that it was written to.
 */
export async function undoMerge(tx: Tx, services: Services, act: IdentityAct): Promise<void> {
  const two: Two = { kept: act.account_id, merged: act.other_id }
  const { kept, merged } = two
  const record = act.undo as MergeRecord
  await lockPeople(tx, [kept, merged])
  // The journal keeps what happened; the history of the person is as before.
  await sql`delete from participant_acts a using accounts o
    where a.account_id = ${kept} and a.act = 'merged' and o.id = ${merged} and a.about = 'ID ' || o.test_id`.execute(tx)
  const { set_aside } = await tx
    .deleteFrom('account_merges')
    .where('merged_id', '=', merged)
    .returning('set_aside')
    .executeTakeFirstOrThrow()
  await openAccount(tx, two, record)
  for (const each of record.moved.toReversed()) await moveBack(tx, two, each)
  for (const { table, column, fate } of moving)
    if (fate.as === 'stage')
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${merged}
        where ${sql.ref(column)} = ${kept} and stage_id = any(${record.won}::integer[])`.execute(tx)
  await putBack(tx, set_aside)
  await moveDocuments(tx, services.config, kept, merged, record.documents)
  await restoreParticipations(tx, record)
  await countAgain(tx, two)
  await sql`insert into person_changes (account_id) values (${kept}), (${merged})`.execute(tx)
}

/** The closed account can be entered again, as can those that lead to it. */
async function openAccount(tx: Tx, { kept, merged }: Two, { earlier, before, after }: MergeRecord): Promise<void> {
  await tx.updateTable('accounts').set({ merged_into: null, disabled_at: null }).where('id', '=', merged).execute()
  if (earlier.length > 0) {
    await tx.updateTable('accounts').set({ merged_into: merged }).where('id', 'in', earlier).execute()
    await tx.updateTable('account_merges').set({ account_id: merged }).where('merged_id', 'in', earlier).execute()
  }
  for (const column of ['birth_date', 'avatar', 'middle_name'] as const)
    if (before.account[column] !== after.account[column])
      await sql`update accounts set ${sql.ref(column)} = ${before.account[column]}
        where id = ${kept} and ${sql.ref(column)} = ${after.account[column]}`.execute(tx)
}

async function moveBack(tx: Tx, { kept, merged }: Two, { table, column, keys }: MergeRecord['moved'][number]) {
  const same = (await keyColumns(tx, table)).map((name) => sql`t.${sql.ref(name)} = k.${sql.ref(name)}`)
  await sql`update ${sql.table(table)} as t set ${sql.ref(column)} = ${merged}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(keys)}::jsonb) as k
    where ${sql.join(same, sql` and `)} and t.${sql.ref(column)} = ${kept}`.execute(tx)
}

/**
 * Writes rows exactly as they were. Twice, because triggers of one table change rows of another; the second time
 * everything is there already.
 */
async function putBack(tx: Tx, aside: SetAside): Promise<void> {
  const tables = await parentsFirst(tx, Object.keys(aside))
  await makeRoom(tx, aside)
  for (const _time of [1, 2]) {
    for (const table of tables) {
      const rows = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(aside[table])}::jsonb) as i`
      const columns = await writable(tx, table)
      const key = await keyColumns(tx, table)
      const names = sql.join(columns.map((name) => sql.ref(name)))
      // A trigger has made a work for a hand-in that returned.
      if (table === 'works')
        await sql`delete from works w using ${rows} where w.stage_id = i.stage_id and w.account_id = i.account_id and w.id <> i.id`.execute(
          tx,
        )
      const others = columns.filter((name) => !key.includes(name))
      const clash =
        others.length === 0 || key.length === 0
          ? sql`do nothing`
          : sql`(${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(
              others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
            )}`
      const again =
        key.length === 0
          ? sql`where not exists (select from ${sql.table(table)} t where to_jsonb(t) = to_jsonb(i))`
          : sql``
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${sql.join(columns.map((name) => sql`i.${sql.ref(name)}`))} from ${rows} ${again} on conflict ${clash}`.execute(
        tx,
      )
    }
  }
}

/** Others may have got the place of a booking since: the slot gets one more, because it was taken wrongly. */
async function makeRoom(tx: Tx, { slot_bookings = [] }: SetAside): Promise<void> {
  await sql`update offline_event_slots s
    set taken = taken + i.places, capacity = greatest(capacity, taken + i.places)
    from (
      select slot_id, count(*)::integer as places
      from jsonb_populate_recordset(null::slot_bookings, ${JSON.stringify(slot_bookings)}::jsonb)
      where holds_place group by slot_id
    ) as i where s.id = i.slot_id`.execute(tx)
}

/** Where both took part, the remaining account keeps only what has changed since the merge. */
async function restoreParticipations(tx: Tx, { before, after }: MergeRecord): Promise<void> {
  for (const row of before.participations) {
    const merged = after.participations.find(({ competition_code }) => competition_code === row.competition_code)
    const changed = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(merged?.[name]))
    for (const name of changed)
      await sql`update participations p set ${sql.ref(name)} = b.${sql.ref(name)}
        from jsonb_populate_record(null::participations, ${JSON.stringify(row)}::jsonb) as b,
          jsonb_populate_record(null::participations, ${JSON.stringify(merged ?? {})}::jsonb) as a
        where p.account_id = b.account_id and p.competition_code = b.competition_code
          and p.${sql.ref(name)} is not distinct from a.${sql.ref(name)}`.execute(tx)
  }
}

/** Bookings and meetings decide about stages: they are counted for each of the two accounts. */
async function countAgain(tx: Tx, { kept, merged }: Two): Promise<void> {
  await sql`select write_booking_facts(e.stage_id, b.account_id)
    from slot_bookings b join offline_events e on e.id = b.event_id
    where b.account_id in (${kept}, ${merged}) and e.stage_id is not null order by e.stage_id, b.account_id`.execute(tx)
  await sql`select count_meetings(account_id, competition_code) from participations
    where account_id in (${kept}, ${merged}) order by account_id, competition_code`.execute(tx)
}

/** Columns that can be written: all but those that the database works out. */
async function writable(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname::text as column from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    tx,
  )
  return rows.map(({ column }) => column)
}

/** The tables in an order in which each comes after those that it refers to. */
async function parentsFirst(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; parent: string }>`
    select distinct conrelid::regclass::text as table, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conrelid::regclass::text = any(${[...tables]}::text[])
      and confrelid::regclass::text = any(${[...tables]}::text[])`.execute(tx)
  const order: string[] = []
  const visit = (table: string) => {
    if (order.includes(table)) return
    for (const { parent } of rows.filter((row) => row.table === table)) visit(parent)
    order.push(table)
  }
  for (const table of tables.toSorted()) visit(table)
  return order
}
