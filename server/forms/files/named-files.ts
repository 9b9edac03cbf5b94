import { type RawBuilder, sql } from 'kysely'
import type { FileHolder } from './sweep-files.ts'

/** A holder that finds file ids in a JSON column, in the rows of the files' owners. */
export const namedIn =
  (table: RawBuilder<unknown>): FileHolder =>
  async (db, files) => {
    const owners = [...new Set(files.map(({ account_id }) => account_id))]
    const { rows } = await sql<{ id: string }>`
      select distinct named[1] as id
      from ${table} as holding, regexp_matches(holding.data::text, '[0-9a-f]{32}', 'g') as named
      where holding.account_id = any(${owners}::int[])`.execute(db)
    return rows.map(({ id }) => id)
  }
