import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { OwnRecord } from './own-record.ts'

/** A part of the data about a person. A domain exports `read`; server/personal-data-hooks.ts lists the parts. */
export interface OwnDataSource {
  /** The name of the part in the exported JSON. */
  name: string
  /** Its heading in the exported document. */
  title: string
  /** Reads only what the person may see: nothing unpublished. */
  read(db: Db, accountId: number, services: Services): Promise<OwnRecord[]>
}
