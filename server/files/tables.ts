import type { Generated } from 'kysely'

export interface FileTables {
  files: {
    id: string
    account_id: number
    purpose: 'file' | 'image'
    name: string
    type: string
    size: number
    sha256: string
    handed_in: Generated<boolean>
    created_at: Generated<Date>
  }
}
