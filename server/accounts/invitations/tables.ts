import type { GeneratedAlways } from 'kysely'

export interface InvitationTables {
  invite_codes: { account_id: number; code: string }
  invitations: {
    id: GeneratedAlways<number>
    inviter_id: number
    competition_code: string
    address_hash: Buffer
    sent: boolean
    asked_at: Date
  }
  invitation_refusals: { address_hash: Buffer; refused_at: Date }
  invitation_arrivals: { account_id: number; competition_code: string; inviter_id: number; came_at: Date }
}
