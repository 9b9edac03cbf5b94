import type { Db } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { isOpen } from '#shared/stages/window.ts'
import { competitionsWithRegistration } from './store.ts'

/**
 * The competition of a call. Without a code it is the only one in which the caller takes part or, for a visitor, the
 * only one whose registration is open; when there are several, the call must name one.
 */
export async function competitionOfCall(
  db: Db,
  code: string | undefined,
  who: { accountId: number } | { visitorAt: Date },
): Promise<string> {
  if (code !== undefined) return code
  const codes =
    'accountId' in who ? await ownCompetitions(db, who.accountId) : await openCompetitions(db, who.visitorAt)
  const [only] = codes
  if (only === undefined || codes.length > 1)
    throw new Refusal('invalid_request', {
      fields: { competition_code: { rule: 'required', message: 'Обязательное поле' } },
    })
  return only
}

async function ownCompetitions(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('participations')
    .innerJoin('competitions', 'competitions.code', 'participations.competition_code')
    .select('code')
    .where('account_id', '=', accountId)
    .where('published', '=', true)
    .limit(2)
    .execute()
  return rows.map(({ code }) => code)
}

async function openCompetitions(db: Db, now: Date): Promise<string[]> {
  const rows = await competitionsWithRegistration(db).execute()
  return rows
    .filter(
      ({ registration_id, registration_opens_at, registration_closes_at }) =>
        registration_id !== null && isOpen({ opensAt: registration_opens_at, closesAt: registration_closes_at }, now),
    )
    .map(({ code }) => code)
}
