import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addresses, type LetterText } from '#shared/messages/letters/letters.ts'

/** First names of these people, if the letter addresses them by name; otherwise makes no query. */
export async function firstNamesFor(
  tx: Tx,
  words: LetterText,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!addresses(words)) return new Map()
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'first_name'])
    .where(sql<boolean>`id = any(${[...accountIds]}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, first_name }) => [id, first_name]))
}
