import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/api/page.ts'

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
