import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The flag may be limited to some competitions; an empty list means all. */
function mayEditHelp(caller: Caller, competitionCode: string): boolean {
  const where = caller.flags.faq
  return caller.mayOrganise && where !== undefined && (where.length === 0 || where.includes(competitionCode))
}

/** Refuses with `no_access` a caller who may not edit the help of this competition. */
export function requireEditor(caller: Caller, competitionCode: string): void {
  if (!mayEditHelp(caller, competitionCode)) throw new Refusal('no_access')
}

/** The help of a published competition is for everyone who is logged in; before that, only for its editors. */
export async function openHelp(db: Db | Tx, caller: Caller, competitionCode: string): Promise<{ mayEdit: boolean }> {
  const mayEdit = mayEditHelp(caller, competitionCode)
  const found = await db
    .selectFrom('competitions')
    .select('published')
    .where('code', '=', competitionCode)
    .executeTakeFirst()
  if (!found || !(found.published || mayEdit)) throw new Refusal('competition_not_found')
  return { mayEdit }
}

/** Throws `competition_not_found`. */
export async function requireCompetition(db: Db | Tx, code: string): Promise<void> {
  const found = await db.selectFrom('competitions').select('code').where('code', '=', code).executeTakeFirst()
  if (!found) throw new Refusal('competition_not_found')
}
