import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { NotificationKindName } from '#shared/messages/notifications/kinds.ts'
import type { Failure } from '#shared/messages/outbox/console-routes.ts'

export type Channel = 'email' | 'sms'

/**
 * The purpose of a code. `email` is for a new address, `own_email` for the address that the account has, `attempt`
 * moves a running attempt to another device.
 */
export type CodePurpose = 'registration' | 'second_factor' | 'email' | 'own_email' | 'password' | 'phone' | 'attempt'

/** Codes are worthless after some minutes; warnings of the account's security are as fast, and never given up early. */
export type Urgency = 'code' | 'security' | 'usual'

/** What a message is about. Each kind has a budget of its own for every receiver. */
/** `events`: of the kind `meetings` for those who choose what they get, but gathered apart. */
export type MessageKind =
  | NotificationKindName
  | 'events'
  | 'code'
  | 'security'
  | 'account'
  | 'staff'
  | 'invitation'
  | 'support'

export interface OutboxTables {
  outbox: {
    id: GeneratedAlways<number>
    channel: Channel
    recipient: string
    subject: Defaulted<string>
    text: string
    code: Defaulted<string | null>
    created_at: Date
    thing: Defaulted<string | null>
    announces: Defaulted<boolean>
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
    kind: Defaulted<MessageKind>
    thing: Defaulted<string | null>
    announces: Defaulted<boolean>
    /** Until then the message waits for others of its kind; null for a message that is on its way. */
    gathered_until: Defaulted<Date | null>
  }
  message_dispatches: {
    id: GeneratedAlways<string>
    channel: Channel
    /** What is counted together: a kind, or the subject of a warning. */
    kind: string
    recipient: Buffer
    sender: Buffer | null
    sent_at: Date
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
