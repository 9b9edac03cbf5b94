import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const read = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(database.db)).rows

/** Everything of the portal in the catalog: not what belongs to an extension or to the library of jobs. */
const own = sql`n.nspname = 'public' and not exists (
  select from pg_depend e where e.objid = o.oid and e.deptype = 'e')`

const functions = () =>
  read(sql<{ name: string; text: string; says: string | null }>`
    select o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')' as name, pg_get_functiondef(o.oid) as text,
      obj_description(o.oid, 'pg_proc') as says
    from pg_proc o join pg_namespace n on n.oid = o.pronamespace where ${own} order by o.proname collate "C", 1`)

const triggers = () =>
  read(sql<{ on: string; name: string; text: string; says: string | null }>`
    select t.tgrelid::regclass::text as on, t.tgname as name, pg_get_triggerdef(t.oid, true) as text,
      coalesce(obj_description(t.oid, 'pg_trigger'), obj_description(t.tgfoid, 'pg_proc')) as says
    from pg_trigger t join pg_class o on o.oid = t.tgrelid join pg_namespace n on n.oid = o.relnamespace
    where ${own} and not t.tgisinternal order by t.tgname collate "C"`)

const tables = () =>
  read(sql<{ name: string; parts: string[]; indexes: string[] }>`
    select o.oid::regclass::text as name, array(
      select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity <> '' then ' generated as identity' else '' end
        || coalesce(case when a.attgenerated = '' then ' default ' || pg_get_expr(d.adbin, d.adrelid)
          else ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')' end, '')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
    ) || array(
      select pg_get_constraintdef(c.oid, true) from pg_constraint c
      where c.conrelid = o.oid and c.contype in ('p', 'u', 'f', 'c', 'x')
      order by array_position('{p,u,x,c,f}'::text[], c.contype::text), pg_get_constraintdef(c.oid, true) collate "C"
    ) as parts, array(
      select pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid = o.oid and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype <> 'f')
      order by pg_get_indexdef(i.indexrelid) collate "C"
    ) as indexes
    from pg_class o join pg_namespace n on n.oid = o.relnamespace where ${own} and o.relkind in ('r', 'p')
    order by o.relname collate "C"`)

const sequences = () =>
  read(sql<{ name: string }>`
    select o.relname as name from pg_class o join pg_namespace n on n.oid = o.relnamespace
    where ${own} and o.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = o.oid and d.deptype in ('a', 'i')) order by o.relname collate "C"`)

const head = `-- The database as the migrations leave it, for reading. After a new migration this file is written by
-- npx vitest run server/migrations -u

`

test('docs/schema.sql shows the database as it is', async () => {
  const ofTable = Map.groupBy(await triggers(), ({ on }) => on)
  const shownTables = (await tables()).map(({ name, parts, indexes }) => [
    `create table ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`,
    ...indexes.map((text) => `${text};`),
    ...(ofTable.get(name) ?? []).flatMap(({ text, says }) => [`-- ${says}`, `${text};`]),
  ])
  const shownFunctions = (await functions()).map(({ text, says }) => [`-- ${says}`, `${text.trim()};`])
  const shownSequences = (await sequences()).map(({ name }) => [`create sequence ${name};`])
  const all = [...shownTables, ...shownSequences, ...shownFunctions]
  expect(all.length).toBeGreaterThan(200)
  const text =
    head +
    all
      .map((lines) => `${lines.join('\n')}\n`)
      .join('\n')
      .replaceAll(' ON public.', ' ON ')
  await expect(text, 'after a new migration: npx vitest run server/migrations -u').toMatchFileSnapshot(
    '../../docs/schema.sql',
  )
})

test('every function and trigger of the database says in a sentence what it does', async () => {
  const silent = [...(await functions()), ...(await triggers())].filter(({ says }) => !says?.trim().endsWith('.'))
  expect(
    silent.map(({ name }) => name),
    'add in a migration: comment on function … is …',
  ).toEqual([])
})
