import { sql } from 'kysely'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'

/** Deletes the counters of password tries, which name the account in their subject, without a foreign key. */
export const erasePasswordTries: ErasureHook = {
  async erase(tx, _services, { accountId }) {
    const { rows } = await sql`delete from password_tries
      where subject in (${`account:${accountId}`}, ${`inside:${accountId}`}, ${`recognised:${accountId}`})
        or subject like ${`device:${accountId}:%`} returning subject`.execute(tx)
    return { password_tries: rows.length }
  },
}
