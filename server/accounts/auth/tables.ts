import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { Home } from '#shared/accounts/homes/home.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

export type SecondFactor = 'none' | 'sms' | 'totp'

export interface AuthTables {
  accounts: {
    id: GeneratedAlways<number>
    test_id: Defaulted<number>
    email: string
    email_verified_at: Defaulted<Date | null>
    /** +79161234567 */
    phone: Defaulted<string | null>
    password_hash: string
    first_name: Defaulted<string>
    last_name: Defaulted<string>
    middle_name: Defaulted<string>
    /** yyyy-MM-dd */
    birth_date: Defaulted<string | null>
    avatar: Defaulted<string | null>
    second_factor: Defaulted<SecondFactor>
    totp_secret: Defaulted<Buffer | null>
    /** An int8, read as text. */
    totp_last_step: ColumnType<string, number | undefined, number>
    recovery_codes: Defaulted<Buffer[]>
    session_epoch: Defaulted<number>
    /** The page that a login leads to (shared/accounts/homes/home.ts). */
    home: Defaulted<Home | null>
    closed_notices: Defaulted<string[]>
    is_demo: Defaulted<boolean>
    disabled_at: Defaulted<Date | null>
    /** The account of the same person that this one was merged into. */
    merged_into: Defaulted<number | null>
    /** The account that a login leads to instead, once a merge cannot be undone any more. */
    enters_as: Defaulted<number | null>
    created_at: Date
  }
  admin_flags: {
    account_id: number
    flag: AdminFlag
    competition_code: Defaulted<string | null>
    granted_at: Defaulted<Date>
  }
  account_roles: { account_id: number; role: 'mentor' | 'assessor' }
  personal_keys: { account_id: number; wrapped: Buffer }
  sessions: {
    id: string
    account_id: number
    user_agent: Defaulted<string>
    ip: Defaulted<string>
    created_at: Date
    /** The last renewal; at most ten minutes before the last call. */
    last_seen_at: Date
    expires_at: Date
    revoked_at: Defaulted<Date | null>
    by_password: Defaulted<boolean>
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    expires_at: Date
    spent_at: Defaulted<Date | null>
    successor: Defaulted<Buffer | null>
  }
  known_devices: { account_id: number; token_hash: Buffer; last_used_at: Date }
  password_tries: { subject: string; tries: number; last_at: Date }
  login_challenges: {
    marker_hash: Buffer
    account_id: number
    method: 'sms' | 'totp'
    device: Defaulted<Buffer | null>
    code_hash: Defaulted<Buffer | null>
    tries: Defaulted<number>
    sent_at: Date
    expires_at: Date
    used_at: Defaulted<Date | null>
  }
  password_resets: {
    code_hash: Buffer
    /** Null until the letter is sent. */
    account_id: Defaulted<number | null>
    session_epoch: Defaulted<number>
    /** Hash of the cookie of the browser that asked. */
    request_hash: Buffer | null
    digits_hash: Buffer | null
    tries: Defaulted<number>
    expires_at: Date
  }
  first_administrator_links: { token_hash: Buffer; created_at: Date; expires_at: Date; used_at: Defaulted<Date | null> }
  phone_changes: {
    account_id: number
    session_epoch: number
    phone: string
    code_hash: Buffer
    tries: Defaulted<number>
    expires_at: Date
  }
  email_verifications: {
    code_hash: Buffer
    account_id: number
    session_epoch: number
    email: string
    expires_at: Date
    used_at: Defaulted<Date | null>
  }
}
