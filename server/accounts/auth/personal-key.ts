import type { Db, Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { newKey } from '#server/platform/crypto/seal.ts'

type WithDataKeys = Pick<Config, 'dataKeys'>

/**
 * The key that encrypts a person's sealed values, made when first needed. Once its row is deleted, the values cannot be
 * read any more.
 */
export async function personalKey(tx: Tx, config: WithDataKeys, accountId: number): Promise<Buffer> {
  const key = newKey()
  await tx
    .insertInto('personal_keys')
    .values({ account_id: accountId, wrapped: sealWithRing(config.dataKeys, key, personalKeyPlace(accountId)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await findPersonalKey(tx, config, accountId)
  if (!kept) throw new Error(`account ${accountId} has no key although one was made`)
  return kept
}

/** Null once the person is erased. */
export async function findPersonalKey(db: Db | Tx, config: WithDataKeys, accountId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('personal_keys')
    .select('wrapped')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? unsealWithRing(config.dataKeys, row.wrapped, personalKeyPlace(accountId)) : null
}

/** The keys of many people by account, without those who were erased. */
export async function findPersonalKeys(
  db: Db | Tx,
  config: WithDataKeys,
  accountIds: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('personal_keys')
    .select(['account_id', 'wrapped'])
    .where('account_id', 'in', [0, ...accountIds])
    .execute()
  return new Map(
    rows.map(({ account_id, wrapped }) => [
      account_id,
      unsealWithRing(config.dataKeys, wrapped, personalKeyPlace(account_id)),
    ]),
  )
}

export const personalKeyPlace = (accountId: number) => `personal_keys:wrapped:${accountId}`
