import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

export interface RightsTables {
  staff_invitation_flags: {
    invitation_id: number
    competition_code: string
    flag: AdminFlag
    invited_by: Defaulted<number | null>
  }
}
