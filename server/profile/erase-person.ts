import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Tx } from '#server/db.ts'
import { removeBytes } from '#server/files/view-image.ts'
import type { Services } from '#server/services.ts'
import { leaveTeamsForGood } from '#server/team-formation/leave-for-good.ts'

/**
 * Destroys what the portal knows of a person whose grace is over and leaves an act of it. Everything that hangs on the
 * account goes with its row, the key of the sealed documents too, so that no copy of them can be read any more; messages
 * and counts that know him only by address or number are removed by these.
 */
export async function erasePerson(services: Services, { accountId }: { accountId: number }): Promise<void> {
  const { db, disk, clock } = services
  const now = clock()
  const due = await db
    .selectFrom('erasure_requests')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('due_at', '<=', now)
    .executeTakeFirst()
  if (!due) return
  // The bytes first: while the rows are there, a repetition after a crash still knows which.
  const files = await db.selectFrom('files').select('id').where('account_id', '=', accountId).execute()
  for (const { id } of files) await removeBytes(disk, id)
  await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('accounts')
      .innerJoin('erasure_requests', 'erasure_requests.account_id', 'accounts.id')
      .select(['test_id', 'email', 'phone', 'asked_at'])
      .where('accounts.id', '=', accountId)
      .where('due_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    // Taken back at the last moment.
    if (!person) return
    await leaveTeamsForGood(services, tx, accountId, now)
    const consents = await consentsWithoutPerson(tx, accountId)
    const removed = { ...(await countOwn(tx, accountId)), ...(await removeTraces(tx, accountId, person)) }
    await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
    await tx
      .insertInto('erasure_acts')
      .values({
        test_id: person.test_id,
        asked_at: person.asked_at,
        erased_at: now,
        removed: JSON.stringify(removed),
        consents: JSON.stringify(consents),
      })
      .execute()
    await recordAudit(tx, { actorId: null, action: 'person_erased', subject: `account:${accountId}` })
  })
}

/** Rows of every table that points at the account: they go by the foreign key, here they are counted for the act. */
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

/** What knows the person by address, number or name of the account only. */
async function removeTraces(
  tx: Tx,
  accountId: number,
  { email, phone }: { email: string; phone: string | null },
): Promise<Record<string, number>> {
  const addresses = [email.toLowerCase(), ...(phone ? [phone] : [])]
  const traces: Record<string, RawBuilder<unknown>> = {
    outbox: sql`delete from outbox where lower(recipient) = any(${addresses}::text[])
      or exists (select from unnest(${addresses}::text[]) as address where strpos(lower(text), address) > 0)`,
    code_dispatches: sql`delete from code_dispatches where recipient = any(${addresses}::text[])`,
    registrations: sql`delete from registrations where lower(email::text) = any(${addresses}::text[])
      or phone = any(${addresses}::text[])`,
    password_tries: sql`delete from password_tries where subject in (${`account:${accountId}`}, ${`inside:${accountId}`})
      or subject like ${`device:${accountId}:%`}`,
  }
  const removed: Record<string, number> = {}
  for (const [table, query] of Object.entries(traces)) {
    const { numAffectedRows } = await query.execute(tx)
    if (numAffectedRows) removed[table] = Number(numAffectedRows)
  }
  return removed
}

const consentsWithoutPerson = (tx: Tx, accountId: number) =>
  tx
    .selectFrom('consents')
    .select(['competition_code', 'document_code', 'document_version', 'given_at', 'withdrawn_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
