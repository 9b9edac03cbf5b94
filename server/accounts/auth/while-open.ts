import { sql } from 'kysely'
import { withTransactions } from '#server/platform/db/repeating.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/**
 * Runs a call of a person, whose account stays open until the end of each of its transactions: whoever closes, merges or
 * erases an account locks it first, and waits for them. Later ones are refused.
 */
export const whileOpen = <Answer>(accountId: number, run: () => Promise<Answer>): Promise<Answer> =>
  withTransactions(
    {
      async begin(tx) {
        const open = sql`select from accounts where id = ${accountId} and disabled_at is null for key share`
        if ((await open.execute(tx)).rows.length === 0) throw new Refusal('unauthorized')
      },
    },
    run,
  )
