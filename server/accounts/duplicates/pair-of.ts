import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface Pair {
  competition: string
  testId: number
  otherId: number
}

/** The competitions to which the caller's right is limited; an empty list means all. */
export const competitionsOfRight = (caller: Caller): string[] => [...(caller.flags.participants ?? [])]

/**
 * Whether a right limited to these competitions covers an account: the account takes part in some of them and in no
 * others. A right without a limit covers everybody.
 */
export const within = (allowed: readonly string[], column: string) => sql<boolean>`(
  cardinality(${[...allowed]}::text[]) = 0 or (
    exists (select from participations w where w.account_id = ${sql.ref(column)})
    and not exists (select from participations w
      where w.account_id = ${sql.ref(column)} and w.competition_code <> all(${[...allowed]}::text[]))))`

/**
 * The two accounts of a pair. At least one takes part in the competition, and the caller's right covers both, because
 * merging concerns all competitions.
 */
export async function pairOf(
  db: Db | Tx,
  caller: Caller,
  { competition, testId, otherId }: Pair,
  { locked = false } = {},
) {
  const allowed = competitionsOfRight(caller)
  const rows = await db
    .selectFrom('accounts as a')
    .select(['a.id', 'a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 'a.birth_date', 'a.email'])
    .select(['a.email_verified_at', 'a.phone', 'a.created_at', 'a.merged_into'])
    .select(
      sql<boolean>`exists (select from participations p where p.account_id = a.id and p.competition_code = ${competition})`.as(
        'takes_part',
      ),
    )
    .where('a.test_id', 'in', [testId, otherId])
    .where('a.merged_into', 'is', null)
    .where(within(allowed, 'a.id'))
    .orderBy('a.id')
    .$if(locked, (query) => query.forNoKeyUpdate('a'))
    .execute()
  const first = rows.find(({ test_id }) => test_id === testId)
  const second = rows.find(({ test_id }) => test_id === otherId)
  if (!first || !second || first === second || !(first.takes_part || second.takes_part))
    throw new Refusal('user_not_found')
  return { first, second }
}
