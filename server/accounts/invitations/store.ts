import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'

/** Without letters and digits that look alike: people read the code aloud and type it. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newCode = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The person's own code, made when first needed. */
export async function inviteCodeOf(db: Db | Tx, accountId: number): Promise<string> {
  const known = () => db.selectFrom('invite_codes').select('code').where('account_id', '=', accountId)
  const found = await known().executeTakeFirst()
  if (found) return found.code
  await db
    .insertInto('invite_codes')
    .values({ account_id: accountId, code: newCode() })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  return (await known().executeTakeFirstOrThrow()).code
}

interface OfInviter {
  inviterId: number
  competitionCode: string
}

/** How many letters were sent and how many people registered. */
export async function countInvitations(db: Db | Tx, { inviterId, competitionCode }: OfInviter) {
  const { rows } = await sql<{ letters: number; came: number }>`select
    (select count(*)::int from invitations
      where inviter_id = ${inviterId} and competition_code = ${competitionCode}) as letters,
    (select count(*)::int from invitation_arrivals
      where inviter_id = ${inviterId} and competition_code = ${competitionCode}) as came`.execute(db)
  return rows[0] ?? { letters: 0, came: 0 }
}

/** Newest first. */
export function arrivalsOf(db: Db, { inviterId, competitionCode }: OfInviter, page: Page) {
  const arrivals = db
    .selectFrom('invitation_arrivals as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select(['a.first_name', 'a.last_name', 'i.came_at'])
    .where('i.inviter_id', '=', inviterId)
    .where('i.competition_code', '=', competitionCode)
    .orderBy('i.came_at', 'desc')
    .orderBy('i.account_id', 'desc')
  return readPage(arrivals, page)
}

/** Whose letter or link brought this person. */
export const inviterOf = (db: Db, { accountId, competitionCode }: { accountId: number; competitionCode: string }) =>
  db
    .selectFrom('invitation_arrivals as i')
    .innerJoin('accounts as a', 'a.id', 'i.inviter_id')
    .select(['a.first_name', 'a.last_name'])
    .where('i.account_id', '=', accountId)
    .where('i.competition_code', '=', competitionCode)
    .executeTakeFirst()

/** When letters were sent to an address since then, newest first. */
export async function lettersTo(tx: Tx, hash: Buffer, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('invitations')
    .select('asked_at')
    .where('address_hash', '=', hash)
    .where('sent', '=', true)
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ asked_at }) => asked_at)
}

export async function refusesLetters(tx: Tx, hash: Buffer): Promise<boolean> {
  const found = await tx
    .selectFrom('invitation_refusals')
    .select('refused_at')
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return found !== undefined
}

export async function refuseLetters(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('invitation_refusals')
    .values({ address_hash: hash, refused_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
