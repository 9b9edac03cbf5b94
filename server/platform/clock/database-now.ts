import { type Kysely, sql } from 'kysely'

/** The present time by the database's clock: the same for every process, whatever the clock of its machine says. */
export async function databaseNow<DB>(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? Promise.reject(new Error('the database does not tell the time'))
}
