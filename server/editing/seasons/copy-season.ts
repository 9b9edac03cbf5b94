import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { readWholeSeason } from './read-season.ts'
import { fitWanted, movedSeason, type Wanted, writeWholeSeason } from './write-season.ts'

/** Copies a season with all dates moved. The copy is hidden until it is opened. */
export async function copySeason(services: Services, accountId: number, from: string, given: Wanted) {
  const { db, clock } = services
  const now = clock()
  const wanted = fitWanted(services, given, now)
  const { code, days } = wanted
  return db.transaction().execute(async (tx) => {
    const season = movedSeason(await readWholeSeason(tx, from), days)
    const report = await writeWholeSeason(tx, season, wanted, { accountId, now })
    await giveRightsToCreator(tx, accountId, { from, code })
    await recordAudit(tx, {
      actorId: accountId,
      action: 'season_copied',
      subject: `competition:${code}`,
      detail: { competition: code, from, days },
    })
    return { code, report }
  })
}

/** Gives an organiser of only some competitions the same rights in the new one. */
export const giveRightsToCreator = (tx: Tx, accountId: number, { from, code }: { from: string; code: string }) =>
  sql`insert into admin_flags (account_id, flag, competition_code)
    select account_id, flag, ${code} from admin_flags
    where account_id = ${accountId} and competition_code = ${from}`.execute(tx)
