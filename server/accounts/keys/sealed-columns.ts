import { type RawBuilder, sql } from 'kysely'
import { personalKeyPlace } from '#server/accounts/auth/personal-key.ts'
import { registrationKeyPlace } from '#server/accounts/registration/store.ts'
import { messageKeys, messagePlace } from '#server/messages/outbox/queue-message.ts'
import { exportKeyPlace } from '#server/platform/crypto/export-key.ts'
import type { KeyRing } from '#server/platform/crypto/key-ring.ts'

export interface SealedColumn {
  table: string
  id: string
  idType: RawBuilder<unknown>
  column: string
  place(id: never): string
  ring(dataKeys: KeyRing): KeyRing
}

/**
 * Every column that is sealed with the portal's own key. Documents and answers are sealed with personal keys; it is
 * those keys that are sealed with the portal's key.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'personal_keys',
    id: 'account_id',
    idType: sql`integer`,
    column: 'wrapped',
    place: personalKeyPlace,
    ring: (keys) => keys,
  },
  {
    table: 'registrations',
    id: 'id',
    idType: sql`bytea`,
    column: 'wrapped_key',
    place: registrationKeyPlace,
    ring: (keys) => keys,
  },
  {
    table: 'outgoing_messages',
    id: 'id',
    idType: sql`integer`,
    column: 'sealed',
    place: () => messagePlace,
    ring: messageKeys,
  },
  {
    table: 'exports',
    id: 'id',
    idType: sql`integer`,
    column: 'sealed_key',
    place: exportKeyPlace,
    ring: (keys) => keys,
  },
]
