import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

export interface RightsTables {
  staff_invitation_flags: {
    invitation_id: number
    /** Null: in all competitions. */
    competition_code: string | null
    flag: AdminFlag
    invited_by: Defaulted<number | null>
  }
}
