import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { ErasureHook, RemovedRows } from '#server/platform/personal-data/erasure.ts'
import type { Services } from '#server/services.ts'

/**
 * Removes all data of a person whose 30 days are over, and leaves a record of it (`erasure_acts`). Rows with a foreign
 * key to the account are deleted with it. So is the key of the sealed documents, which makes every copy of them
 * unreadable. The hooks of the domains remove the rest.
 */
export async function erasePerson(
  services: Services,
  hooks: readonly ErasureHook[],
  { accountId }: { accountId: number },
): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const due = await db
    .selectFrom('erasure_requests')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  if (!due) return
  await db.transaction().execute(async (tx) => {
    for (const hook of hooks) await hook.lock?.(tx, accountId)
    const person = await tx
      .selectFrom('accounts')
      .innerJoin('erasure_requests', 'erasure_requests.account_id', 'accounts.id')
      .select(['test_id', 'email', 'phone', 'asked_at'])
      .where('accounts.id', '=', accountId)
      .where('due_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    // The request was withdrawn in the meantime.
    if (!person) return
    const consents = await consentsWithoutPerson(tx, accountId)
    const removed: RemovedRows[] = []
    const merged = await tx
      .selectFrom('accounts')
      .select(['id as accountId', 'email', 'phone'])
      .where('merged_into', '=', accountId)
      .execute()
    for (const each of [{ accountId, ...person }, ...merged])
      for (const hook of hooks) removed.push((await hook.erase?.(tx, services, each, now)) ?? {})
    removed.push(await countOwn(tx, accountId))
    await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
    await tx
      .insertInto('erasure_acts')
      .values({
        test_id: person.test_id,
        asked_at: person.asked_at,
        erased_at: now,
        removed: JSON.stringify(sum(removed)),
        consents: JSON.stringify(consents),
      })
      .execute()
    await recordAudit(tx, { actorId: null, action: 'person_erased', subject: `account:${accountId}` })
  })
}

/** Counts the rows that foreign keys will remove, in every table that refers to the account. */
async function countOwn(tx: Tx, accountId: number): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and c.confdeltype = 'c'`.execute(tx)
  const removed: Record<string, number> = { accounts: 1 }
  for (const { table, column } of tables) {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${accountId}`.execute(tx)
    const count = Number(rows[0]?.count ?? 0)
    if (count > 0) removed[table] = (removed[table] ?? 0) + count
  }
  return removed
}

/** The sum by table, without tables that lost nothing. */
function sum(counts: readonly RemovedRows[]): RemovedRows {
  const total: RemovedRows = {}
  for (const [table, count] of counts.flatMap((each) => Object.entries(each)))
    if (count > 0) total[table] = (total[table] ?? 0) + count
  return total
}

const consentsWithoutPerson = (tx: Tx, accountId: number) =>
  tx
    .selectFrom('consents')
    .select(['competition_code', 'document_code', 'document_version', 'given_at', 'withdrawn_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
