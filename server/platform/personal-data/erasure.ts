import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'

interface ErasedPerson {
  accountId: number
  email: string
  phone: string | null
}

/** Number of removed rows by table, for the record of the erasure. */
export type RemovedRows = Record<string, number>

/**
 * What a domain does when a person is erased. Rows with a foreign key to the account are deleted with it; a hook is for
 * the rest. server/personal-data-hooks.ts lists the hooks.
 */
export interface ErasureHook {
  /** First in the transaction: takes locks that other transactions take before those of accounts. */
  lock?(tx: Tx, accountId: number): Promise<void>
  /** In the transaction, before the account is deleted. */
  erase?(tx: Tx, services: Services, person: ErasedPerson, now: Date): Promise<RemovedRows>
}

/** The address (in lower case) and phone under which messages and unfinished registrations are stored. */
export const addressesOf = ({ email, phone }: ErasedPerson): string[] => [
  email.toLowerCase(),
  ...(phone === null ? [] : [phone]),
]
