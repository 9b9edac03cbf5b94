import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { Failure } from '#shared/outbox/console-routes.ts'

export type Channel = 'email' | 'sms'

/**
 * The purpose of a code. `email` is for a new address, `own_email` for the address that the account has, `attempt`
 * moves a running attempt to another device.
 */
export type CodePurpose = 'registration' | 'second_factor' | 'email' | 'own_email' | 'password' | 'phone' | 'attempt'

/** Codes are worthless after some minutes; warnings of the account's security are as fast, and never given up early. */
export type Urgency = 'code' | 'security' | 'usual'

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
    urgency: Defaulted<Urgency>
    /** A keyed hash of the address. */
    recipient: Defaulted<Buffer | null>
    failing_since: Defaulted<Date | null>
    failed_at: Defaulted<Date | null>
    failure: Defaulted<Failure | null>
    answer: Defaulted<string | null>
    unsure: Defaulted<boolean>
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
