import type { Db } from '#server/db.ts'
import { personName } from './live-board.ts'

/** The public number and the name of each account, for lists of organisers. */
export async function namesOf(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, { test_id: number; name: string }>> {
  const rows = await db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.test_id', personName.as('name')])
    .where('a.id', 'in', [0, ...accountIds])
    .execute()
  return new Map(rows.map(({ id, test_id, name }) => [id, { test_id, name }]))
}
