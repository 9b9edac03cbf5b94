import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/**
 * Records by triggers every row that is written, except the counts of calls; writes that are rolled back are not
 * recorded. Returns a function that lists the writes since its last call as `table: operation`, for rows of a person as
 * `table: operation of <account>`, in one statement.
 */
export async function watchChanges(db: Db): Promise<() => Promise<string[]>> {
  await sql`create table noted_changes (what text not null)`.execute(db)
  await sql`create function note_change() returns trigger language plpgsql as $$
    declare
      written jsonb := to_jsonb(coalesce(old, new));
      person text := coalesce(written ->> 'account_id', written ->> 'author_id',
        case when tg_table_name = 'accounts' then written ->> 'id' end);
    begin
      insert into public.noted_changes values (tg_table_name || ': ' || lower(tg_op) || coalesce(' of ' || person, ''));
      return null;
    end $$`.execute(db)
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')
      and table_name not in ('noted_changes', 'schema_migrations', 'throttles')`.execute(db)
  for (const { schema, name } of rows)
    await sql`create trigger note_change after insert or update or delete on ${sql.table(`${schema}.${name}`)}
      for each row execute function public.note_change()`.execute(db)
  return async () => {
    const noted = await sql<{ what: string }>`
      with gone as (delete from noted_changes returning what) select distinct what from gone order by what`.execute(db)
    return noted.rows.map(({ what }) => what)
  }
}
