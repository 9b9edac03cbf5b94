import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { BeginAgain } from '#server/platform/db/repeating.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'

export interface Duty {
  stage_id: number
  duty: 'check' | 'judge'
  region: string | null
  employer: string
}

/**
 * Keeps an open account open until the transaction ends: whoever closes or merges it locks it first, and so does its
 * owner who asks for erasure. Who has a duty cannot ask for it, and who has asked for it gets no duty: their marks and
 * meetings would go with them. Call this before a duty or a right is given.
 */
export async function keepForDuty(tx: Tx, accountId: number): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select(['test_id', 'last_name', 'first_name', 'middle_name'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  // Closed since it was found: looking for it again refuses it.
  if (!account) throw new BeginAgain()
  const asked = tx.selectFrom('erasure_requests').select('due_at').where('account_id', '=', accountId)
  if (await asked.executeTakeFirst())
    throw new Refusal('erasure_asked', { values: { name: `${formalName(account)}, ID ${account.test_id}` } })
}

/** Gives an account a duty at a stage, and the role that opens the desk. Returns whether the duty is new. */
export async function giveDuty(
  tx: Tx,
  accountId: number,
  { region, employer, ...duty }: Duty,
  { by, at }: { by: number | null; at: Date },
): Promise<boolean> {
  await keepForDuty(tx, accountId)
  await tx
    .insertInto('account_roles')
    .values({ account_id: accountId, role: 'assessor' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .insertInto('stage_staff')
    .values({ ...duty, account_id: accountId, added_at: at, added_by: by, region, employer })
    .onConflict((conflict) =>
      conflict.columns(['stage_id', 'account_id', 'duty']).doUpdateSet((is) => ({
        region: is.ref('excluded.region'),
        employer: is.ref('excluded.employer'),
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as('added'))
    .executeTakeFirstOrThrow()
  return row.added
}
