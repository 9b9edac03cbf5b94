import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export type Channel = 'email' | 'sms'

/**
 * The purpose of a code. `email` is for a new address, `own_email` for the address that the account has, `attempt`
 * moves a running attempt to another device.
 */
export type CodePurpose = 'registration' | 'second_factor' | 'email' | 'own_email' | 'password' | 'phone' | 'attempt'

export interface OutboxTables {
  outbox: {
    id: GeneratedAlways<number>
    channel: Channel
    recipient: string
    subject: Defaulted<string>
    text: string
    code: Defaulted<string | null>
    created_at: Date
  }
  outgoing_messages: {
    id: GeneratedAlways<number>
    channel: Channel
    /** Null once sent. */
    sealed: Defaulted<Buffer | null>
    queued_at: Date
    sent_at: Defaulted<Date | null>
  }
  code_dispatches: {
    /** An int8, read as text. */
    id: GeneratedAlways<string>
    channel: Channel
    recipient: string
    client: string
    purpose: CodePurpose
    /** The hash of the token of a known device. */
    device: Defaulted<Buffer | null>
    sent_at: Date
  }
}
