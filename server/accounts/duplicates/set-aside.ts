import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import type { SetAside } from './tables.ts'

/** Rows that a foreign key deletes together with a row. */
interface Below {
  table: string
  columns: string[]
  of: string[]
}

type Row = Record<string, unknown>

interface Part {
  table: string
  /** A condition on a row `t` of the table. */
  which: RawBuilder<unknown>
}

/** Deletes rows and keeps a copy of them and of everything that is deleted with them. */
export async function setAside(tx: Tx, kept: SetAside, table: string, which: RawBuilder<unknown>): Promise<void> {
  const rows = (await matching(tx, [{ table, which }])).get(table) ?? []
  if (rows.length === 0) return
  await keep(tx, kept, table, rows)
  await sql`delete from ${sql.table(table)} as t where ${which}`.execute(tx)
}

/** Whether rows of other people would be deleted with these: a work that others have worked on is not set aside. */
export async function hasRowsOfOthers(tx: Tx, parts: readonly Part[], own: readonly number[]): Promise<boolean> {
  for (const [table, rows] of await matching(tx, parts)) {
    const below: SetAside = {}
    await keep(tx, below, table, rows)
    for (const [name, found] of Object.entries(below)) {
      if (name === table) continue
      const owners = await ownersOf(tx, name)
      for (const row of found as Row[])
        if (owners.some((column) => row[column] !== null && !own.includes(Number(row[column])))) return true
    }
  }
  return false
}

/** The rows of all parts, by table: one statement. */
async function matching(tx: Tx, parts: readonly Part[]): Promise<Map<string, Row[]>> {
  if (parts.length === 0) return new Map()
  const selects = parts.map(
    ({ table, which }) =>
      sql`select ${table}::text as table, to_jsonb(t) as row from ${sql.table(table)} as t where ${which}`,
  )
  const { rows } = await sql<{ table: string; row: Row }>`${sql.join(selects, sql` union `)}`.execute(tx)
  const found = groupBy(rows, ({ table }) => table)
  return new Map(
    [...new Set(parts.map(({ table }) => table))].map((table) => [
      table,
      (found.get(table) ?? []).map(({ row }) => row),
    ]),
  )
}

async function keep(tx: Tx, kept: SetAside, table: string, rows: readonly Row[]): Promise<void> {
  const known = new Set((kept[table] ?? []).map((row) => JSON.stringify(row)))
  const added = rows.filter((row) => !known.has(JSON.stringify(row)))
  if (added.length === 0) return
  kept[table] = [...(kept[table] ?? []), ...added]
  const parts = (await belowOf(tx, table)).map(({ table: name, columns, of }): Part => {
    const same = columns.map((column, place) => sql`t.${sql.ref(column)} = up.${sql.ref(of[place] ?? '')}`)
    const which = sql`exists (
      select from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(added)}::jsonb) as up
      where ${sql.join(same, sql` and `)})`
    return { table: name, which }
  })
  for (const [name, found] of await matching(tx, parts)) await keep(tx, kept, name, found)
}

/** What a transaction has already read about the tables, which do not change meanwhile. */
const read = new WeakMap<Tx, Map<string, Promise<unknown>>>()

function once<Found>(tx: Tx, key: string, find: () => Promise<Found>): Promise<Found> {
  const known = read.get(tx) ?? new Map<string, Promise<unknown>>()
  read.set(tx, known)
  const found = (known.get(key) as Promise<Found> | undefined) ?? find()
  known.set(key, found)
  return found
}

const belowOf = (tx: Tx, table: string): Promise<Below[]> =>
  once(tx, `below ${table}`, async () => {
    const { rows } = await sql<Below>`
      select c.conrelid::regclass::text as table,
        array(select a.attname::text from unnest(c.conkey) with ordinality k(n, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.place) as columns,
        array(select a.attname::text from unnest(c.confkey) with ordinality k(n, place)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.place) as of
      from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid = ${table}::regclass order by 1`.execute(tx)
    return rows
  })

/** The columns of a table's primary key. */
export async function keyColumns(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select a.attname::text as column from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by 1`.execute(tx)
  return rows.map(({ column }) => column)
}

/** The key of a row of `t` as JSON. */
export const keyOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql`${column}::text`, sql`t.${sql.ref(column)}`]))})`

const ownersOf = (tx: Tx, table: string): Promise<string[]> =>
  once(tx, `owners ${table}`, async () => {
    const { rows } = await sql<{ column: string }>`
      select a.attname::text as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid = 'accounts'::regclass
        and c.conrelid = ${table}::regclass`.execute(tx)
    return rows.map(({ column }) => column)
  })
