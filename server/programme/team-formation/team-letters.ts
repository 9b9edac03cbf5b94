import { addressHash } from '#server/accounts/invitations/address-hash.ts'
import { inviteFriend } from '#server/accounts/invitations/invite-friend.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { refuseTooManyCalls, tellOfCall } from './invite-person.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { lockTeam } from './store.ts'

type Keys = Pick<Services['config'], 'pepper'>

interface OfCaptain {
  accountId: number
  teamId: number
}

const aboutAddress = (code: RefusalCode) =>
  new Refusal(code, { fields: { email: { rule: code, message: wordingOf(code) } } })

/**
 * The captain invites by e-mail. The answer is the same for every address, so that it does not reveal who is on the
 * portal: a participant is notified at once, any other address gets the letter by which people invite friends.
 */
export async function inviteByEmail(services: Services, { accountId, teamId, ...call }: OfCaptain & { email: string }) {
  const email = call.email.trim().toLowerCase()
  if (!isEmail(email) || email.length > 254) throw aboutAddress('email_incorrect')
  const now = services.clock()
  const address_hash = addressHash(services.config, email)
  const stranger = await services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
    const { team } = locked
    const called = await tx
      .selectFrom('accounts as a')
      .leftJoin('participations as p', (join) =>
        join.onRef('p.account_id', '=', 'a.id').on('p.competition_code', '=', team.competition_code),
      )
      .select(['a.id', 'p.account_id as taking', 'p.disqualified_at', 'p.withdrawn_at'])
      .where('a.email', '=', email)
      .where('a.email_verified_at', 'is not', null)
      .executeTakeFirst()
    if (called?.id === accountId) throw aboutAddress('invite_own_address')
    if (called && locked.members.some(({ account_id }) => account_id === called.id)) return null
    await refuseTooManyCalls(tx, teamId)
    const row = { team_id: teamId, address_hash, shown: masked(email), since: now }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('formed_team_letters')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // A repeated call, whose first answer may have been lost, sends no second letter.
    if (!numInsertedOrUpdatedRows) return null
    const takesPart = called?.taking != null && called.disqualified_at === null && called.withdrawn_at === null
    if (!takesPart) return team.competition_code
    await tellOfCall(tx, services, called.id, team)
    return null
  })
  if (stranger === null) return
  try {
    await inviteFriend(services, {
      ...{ inviterId: accountId, competitionCode: stranger, email, idempotencyKey: undefined },
    })
  } catch (error) {
    // Registration is over, or the address has had enough letters: the invitation still waits for the person.
    if (!(error instanceof Refusal)) throw error
  }
}

/** «i•••@mail.ru»: enough for the captain who typed the address. */
const masked = (email: string): string => email.replace(/^(.).*@/, '$1•••@')

export async function withdrawLetter(
  services: Services,
  { accountId, teamId, letterId }: OfCaptain & { letterId: number },
): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
    await tx.deleteFrom('formed_team_letters').where('team_id', '=', teamId).where('id', '=', letterId).execute()
  })
}

/** The hash of the person's own address; null while it is not confirmed. */
export async function ownAddress(db: Db | Tx, config: Keys, accountId: number): Promise<Buffer | null> {
  const own = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return own ? addressHash(config, own.email) : null
}

/** Whether the captain has invited this person by e-mail. */
export async function calledByLetter(db: Db | Tx, config: Keys, { teamId, accountId }: OfCaptain): Promise<boolean> {
  const address = await ownAddress(db, config, accountId)
  if (!address) return false
  const found = await db
    .selectFrom('formed_team_letters')
    .select('id')
    .where('team_id', '=', teamId)
    .where('address_hash', '=', address)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the invitation by e-mail when the person answers. Returns whether there was one. */
export async function answerLetter(tx: Tx, config: Keys, { teamId, accountId }: OfCaptain): Promise<boolean> {
  const address = await ownAddress(tx, config, accountId)
  if (!address) return false
  const { numDeletedRows } = await tx
    .deleteFrom('formed_team_letters')
    .where('team_id', '=', teamId)
    .where('address_hash', '=', address)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Invitations by e-mail that wait for an answer, for the captain. */
export async function lettersOf(db: Db, teamId: number) {
  const rows = await db
    .selectFrom('formed_team_letters')
    .select(['id', 'shown', 'since'])
    .where('team_id', '=', teamId)
    .orderBy('since')
    .orderBy('id')
    .execute()
  return rows.map(({ since, ...row }) => ({ ...row, since: formatWire(since) }))
}
