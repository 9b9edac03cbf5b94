import type { QueryExecutorProvider, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/platform/api/page.ts'

/** One page of a query's rows, and the number of all rows. The query must be ordered. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { limit, offset }: Page,
): Promise<{ rows: Row[]; count: number }> {
  const rows = (await query.limit(limit).offset(offset).execute()) as Row[]
  const counted = query.clearSelect().clearOrderBy()
  const [all] = (await counted.select((eb) => eb.fn.countAll<string>().as('count')).execute()) as unknown as {
    count: string
  }[]
  return { rows, count: Number(all?.count ?? 0) }
}

/**
 * Reads a page whose rows carry the count of all as `found`. A page past the end has no rows, so the count is read from
 * the first one then.
 */
export async function readFound<Row extends { found: number }>(
  db: QueryExecutorProvider,
  asked: Page,
  rowsOf: (page: Page) => RawBuilder<Row>,
): Promise<{ rows: Row[]; count: number; first: Row | undefined }> {
  const { limit, offset } = asked
  const { rows } = await rowsOf({ limit, offset }).execute(db)
  const { rows: known } = rows.length === 0 && offset > 0 ? await rowsOf({ limit: 1, offset: 0 }).execute(db) : { rows }
  return { rows, count: known[0]?.found ?? 0, first: known[0] }
}
