import { sql } from 'kysely'
import { addressesOf, type ErasureHook } from '#server/personal-data/erasure.ts'

/** Unfinished registrations know the person only by address or phone. */
export const eraseRegistrations: ErasureHook = {
  async erase(tx, _services, person) {
    const addresses = addressesOf(person)
    const { numAffectedRows } = await sql`delete from registrations
      where lower(email::text) = any(${addresses}::text[]) or phone = any(${addresses}::text[])`.execute(tx)
    return { registrations: Number(numAffectedRows ?? 0) }
  },
}
