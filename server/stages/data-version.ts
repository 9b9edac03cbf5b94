import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/** The state of the people's data at a moment, for finding out later whether what was read from it may be outdated. */
export interface Mark {
  /** The version of the season, and the number of the last change of a person: every counted fact adds a change. */
  version: string
  /** Transactions up to this number had begun before the moment; null if all of them had ended. */
  open: bigint | null
}

interface Now {
  version: string
  /** The oldest transaction of this database that has not ended. */
  oldest: string
}

const now = async (db: Db, competition: string): Promise<Now> => {
  const { rows } = await sql<Now>`
    select concat(c.last_value, ' ', c.is_called, ' ', (
        select version from season_versions where competition_code = ${competition})) as version,
      coalesce(open.oldest, pg_snapshot_xmax(pg_current_snapshot())::text) as oldest
    from person_changes_id_seq c
    cross join (
      select min(x::text::bigint)::text as oldest from pg_snapshot_xip(pg_current_snapshot()) as x
      join pg_stat_activity a on a.backend_xid = x::xid and a.datname = current_database()
    ) as open`.execute(db)
  return rows[0] ?? { version: '', oldest: '0' }
}

/** Whether what was read after this mark may be outdated: one small statement for any number of people. */
export async function changedSince(db: Db, competition: string, mark: Mark): Promise<boolean> {
  const { version, oldest } = await now(db, competition)
  // A change gets its number before its transaction is committed. So it is read once more when the transactions that
  // were open at the mark have ended.
  return version !== mark.version || (mark.open !== null && BigInt(oldest) > mark.open)
}

/** The mark for what is read from now on. */
export async function markChanges(db: Db, competition: string): Promise<Mark> {
  const { version } = await now(db, competition)
  // Every transaction that has already numbered a change has a lower id than this one.
  const { rows } = await sql<{ last: string }>`select pg_current_xact_id()::text as last`.execute(db)
  const last = BigInt(rows[0]?.last ?? 0)
  const { oldest } = await now(db, competition)
  return { version, open: BigInt(oldest) > last ? null : last }
}
