import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'

export interface Duty {
  stage_id: number
  duty: 'check' | 'judge'
  region: string | null
  employer: string
}

/** Gives an account a duty at a stage, and the role that opens the desk. Returns whether the duty is new. */
export async function giveDuty(
  tx: Tx,
  accountId: number,
  { region, employer, ...duty }: Duty,
  { by, at }: { by: number | null; at: Date },
): Promise<boolean> {
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
