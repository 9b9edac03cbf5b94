import type { Generated } from 'kysely'

/** Only an `avatar` is shown at /view to anyone who knows its name; all other files only to their owner. */
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
