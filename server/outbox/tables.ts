import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export type Channel = 'email' | 'sms'

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
    /** int8: read as text. */
    id: GeneratedAlways<string>
    channel: Channel
    recipient: string
    client: string
    purpose: 'registration' | 'second_factor' | 'email' | 'password' | 'phone'
    sent_at: Date
  }
}
