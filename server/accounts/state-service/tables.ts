import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface StateServiceTables {
  state_service_links: { subject_hash: Buffer; account_id: number; issuer: string; linked_at: Date }
  state_service_visits: {
    /** The hash of the token in the cookie. */
    token_hash: Buffer
    account_id: Defaulted<number | null>
    session_id: Defaulted<string | null>
    session_epoch: Defaulted<number | null>
    expires_at: Date
    answered_at: Defaulted<Date | null>
    subject_hash: Defaulted<Buffer | null>
  }
}
