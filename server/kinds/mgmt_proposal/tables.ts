import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'

export interface MgmtProposalTables {
  /** Each use of a work needs its own consent. A row is valid until it is withdrawn. */
  work_consents: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: number
    purpose: UsePurpose
    given_at: Date
    ip: string
    withdrawn_at: Defaulted<Date | null>
  }
  shown_annotations: { work_id: number; shown_at: Date; shown_by: Defaulted<number | null> }
}
