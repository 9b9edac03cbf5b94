import type { ColumnType, Generated } from 'kysely'
import type { FileScan } from '#shared/platform/files/limits.ts'

/**
 * A `video` is a recording of an interview or a part of one: only the interview plays and removes it. Only an `avatar`
 * is shown at /view to anyone who knows its name; all other files only to their owner.
 */
export type FilePurpose = 'file' | 'image' | 'avatar' | 'video'

/** The file itself names nobody, a copy without names is kept beside it, or none can be made. */
export type Nameless = 'own' | 'copy' | 'none'

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
    scan: Generated<FileScan>
    /** Null for files from before: not known yet. */
    nameless: ColumnType<Nameless | null, Nameless | null | undefined>
    /** In bytes; 0 without a copy. */
    copy_size: Generated<number>
  }
  /** Files that are sent in pieces. */
  uploads: {
    id: string
    account_id: number
    purpose: FilePurpose
    name: string
    size: number
    stage_id: number | null
    field: string | null
    began_at: Date
    heard_at: Date
    writer: string | null
    writer_until: Date | null
    wanted: Generated<boolean>
    file_id: string | null
  }
}
