import { sql } from 'kysely'
import { addressesOf, type ErasureHook } from '#server/platform/personal-data/erasure.ts'
import { senderHash } from './message-budgets.ts'
import { recipientHash } from './queue-message.ts'

/** Erases messages to the person, and messages to others that contain the person's address or phone. */
export const eraseMessages: ErasureHook = {
  async erase(tx, { config }, person) {
    const addresses = addressesOf(person)
    const outbox = await sql`delete from outbox where lower(recipient) = any(${addresses}::text[])
      or exists (select from unnest(${addresses}::text[]) as address where strpos(lower(text), address) > 0)`.execute(
      tx,
    )
    const dispatches = await sql`delete from code_dispatches where recipient = any(${addresses}::text[])`.execute(tx)
    const hashes = addresses.map((address) => recipientHash(config, address))
    const counted = await tx
      .deleteFrom('message_dispatches')
      .where((eb) => eb.or([eb('recipient', 'in', hashes), eb('sender', '=', senderHash(config, person.accountId))]))
      .executeTakeFirst()
    const waiting = await tx
      .deleteFrom('outgoing_messages')
      .where('recipient', 'in', hashes)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    return {
      outgoing_messages: Number(waiting.numDeletedRows),
      message_dispatches: Number(counted.numDeletedRows),
      outbox: Number(outbox.numAffectedRows ?? 0),
      code_dispatches: Number(dispatches.numAffectedRows ?? 0),
    }
  },
}
