import type { Generated } from 'kysely'

/** An `avatar` alone is shown at /view to whoever knows its name; everything else only to its owner. */
export type FilePurpose = 'file' | 'image' | 'avatar'

export interface FileTables {
  files: {
    id: string
    account_id: number
    purpose: FilePurpose
    name: string
    type: string
    size: number
    sha256: string
    handed_in: Generated<boolean>
    created_at: Generated<Date>
    unreferenced_since: Generated<Date | null>
  }
}
