import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { OwnRecord } from './own-record.ts'

/** One part of what the portal knows of a person. A domain exports `read`; server/personal-data-hooks.ts lists the parts. */
export interface OwnDataSource {
  /** The name of the part in the exported JSON. */
  name: string
  /** Its heading in the exported document. */
  title: string
  /** Only what the person may see: nothing that is not published yet. */
  read(db: Db, accountId: number, services: Services): Promise<OwnRecord[]>
}
