import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The links of the account to a state service, with their time. The subject there is stored only as a hash. */
export async function ownStateServiceLinks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('state_service_links')
    .select(['issuer', 'linked_at'])
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Служба', row.issuer],
      ['Привязана', moment(row.linked_at)],
    ],
  }))
}
