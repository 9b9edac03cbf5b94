import { Client } from 'pg'
import { database, ownRole, superuser } from './cluster.ts'

/**
 * Makes the portal's database, and the role that owns everything in it but can do nothing outside it: read no file, run
 * no program, make no role. A database that an earlier version filled as the superuser is given to the role.
 */
export async function giveToOwnRole(host: string): Promise<void> {
  const given = await as(host, 'postgres', async (client) => {
    const role = await client.query('select from pg_roles where rolname = $1', [ownRole])
    if (role.rowCount === 0) await client.query(makeRole)
    // At every start: the role must not keep what somebody granted by hand.
    await client.query(limitRole)
    const { rows } = await client.query<{ owner: string }>(
      'select datdba::regrole::text as owner from pg_database where datname = $1',
      [database],
    )
    if (rows.length === 0) await client.query(makeDatabase)
    return rows.length === 0 || rows[0]?.owner === ownRole
  })
  if (given) return
  await as(host, database, async (client) => {
    await client.query('begin')
    await client.query(giveEverything)
    // Last: the owner of the database shows that everything before this has been given.
    await client.query(giveDatabase)
    await client.query('commit')
  })
}

const makeRole = `create role ${ownRole} login`
const limitRole = `alter role ${ownRole} nosuperuser nocreaterole nocreatedb noreplication nobypassrls`
const makeDatabase = `create database ${database} owner ${ownRole}`
const giveDatabase = `alter database ${database} owner to ${ownRole}`

/** Not «reassign owned», which refuses the role that made the cluster. Parts of an extension or a table follow it. */
const giveEverything = `
do $$
declare statement text;
begin
  for statement in
    select format('alter schema %I owner to ${ownRole}', nspname) from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('alter %s %s owner to ${ownRole}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    union all
    select format('alter routine %s owner to ${ownRole}', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %s owner to ${ownRole}', t.oid::regtype)
      from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and t.typelem = 0
        and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
        and not exists (select from pg_depend d
          where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`

async function as<T>(host: string, name: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ host, user: superuser, database: name })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
