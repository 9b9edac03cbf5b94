import { sql } from 'kysely'
import { addressesOf, type ErasureHook } from '#server/platform/personal-data/erasure.ts'

/** Unfinished registrations and entry codes name a person only by address or phone, so no foreign key deletes them. */
export const eraseRegistrations: ErasureHook = {
  async erase(tx, _services, person) {
    const addresses = addressesOf(person)
    const { numAffectedRows } = await sql`delete from registrations
      where lower(email::text) = any(${addresses}::text[]) or phone = any(${addresses}::text[])`.execute(tx)
    await sql`update entry_codes set email = null where email = any(${addresses}::text[])`.execute(tx)
    return { registrations: Number(numAffectedRows ?? 0) }
  },
}
