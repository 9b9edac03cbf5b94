import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'

import type { Door } from '#shared/stages/door.ts'

export interface RegistrationTables {
  registrations: {
    id: Buffer
    competition_code: string
    door: Door
    email: string
    phone: string
    invite: Defaulted<string | null>
    phone_confirmed_at: Defaulted<Date | null>
    email_confirmed_at: Defaulted<Date | null>
    info_complete_at: Defaulted<Date | null>
    wrapped_key: Buffer
    answer: Buffer
    created_at: Date
    completed_at: Defaulted<Date | null>
    account_id: Defaulted<number | null>
    entry_code_id: Defaulted<number | null>
  }
  /** Codes that open a closed registration. */
  entry_codes: {
    id: GeneratedAlways<number>
    stage_id: number
    salt: Buffer
    code_hash: Buffer
    uses: number
    uses_left: number
    expires_at: Date
    email: string | null
    reason: string
    given_by: Defaulted<number | null>
    given_at: Date
    revoked_at: Defaulted<Date | null>
  }
  entry_code_uses: { code_id: number; account_id: number; used_at: Date }
  verification_codes: {
    registration_id: Buffer
    channel: 'sms' | 'email'
    code_hash: Buffer
    tries: Defaulted<number>
    sent_at: Date
    expires_at: Date
  }
  applications: {
    id: GeneratedAlways<number>
    account_id: number
    competition_code: string
    stage_id: number
    door: Door
    form_version: number
    data: Json<Record<string, unknown>>
    promocode: Defaulted<string | null>
    invite: Defaulted<string | null>
    submitted_at: Date
  }
  eligibility_results: { application_id: number; rule: string; ok: boolean; text: Defaulted<string> }
  personal_documents: { account_id: number; kind: 'passport' | 'snils'; sealed: Buffer; blind_index: Buffer }
  consent_texts: { text_hash: Buffer; text: string }
  consents: {
    id: GeneratedAlways<number>
    account_id: number
    competition_code: string
    document_code: string
    document_version: number
    document_title: string
    text_hash: Buffer
    purpose: string
    term: Defaulted<string>
    given_at: Date
    ip: string
    withdrawn_at: Defaulted<Date | null>
  }
  /** Versions that people who agreed to an earlier one have been asked to agree to. */
  consent_requests: {
    competition_code: string
    document_code: string
    document_version: number
    asked_at: Date
    asked_by: Defaulted<number | null>
  }
}
