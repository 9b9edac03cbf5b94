import { sql } from 'kysely'
import { findCompetition } from '#server/competitions/store.ts'
import type { Tx } from '#server/db.ts'
import { waitFor } from '#server/outbox/dispatch-limits.ts'
import { queueLetter } from '#server/outbox/queue-message.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { registrationStage } from '#server/stages/store.ts'
import { wordingOf } from '#shared/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/api/refusals.ts'
import { isEmail } from '#shared/forms/rules.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { addressHash } from './address-hash.ts'
import { invitationLetter } from './invitation-letter.ts'
import { againAfterSeconds, lettersOfPortal, lettersToOneAddress } from './invite-limits.ts'
import { countInvitations, inviteCodeOf, lettersTo, refusesLetters } from './store.ts'

interface Invitation {
  inviterId: number
  competitionCode: string
  email: string
  idempotencyKey: string | undefined
}

/**
 * Sends an invitation. The answer is the same whether a letter is sent or not: none is sent when the address has
 * unsubscribed, has got too many letters, or already takes part. Throws only for faults of the inviter.
 */
export async function inviteFriend(services: Services, invitation: Invitation): Promise<{ letters: number }> {
  const { db, clock, config } = services
  const { inviterId, competitionCode } = invitation
  const now = clock()
  const competition = await findCompetition(db, competitionCode)
  if (!competition) throw new Refusal('competition_not_found')
  const stage = await registrationStage(db, competitionCode)
  if (!stage || (stage.closesAt && now >= stage.closesAt)) throw new Refusal('registration_closed_participants')
  if (stage.opensAt && now < stage.opensAt) throw new Refusal('registration_not_started')
  const email = invitation.email.trim().toLowerCase()
  if (!isEmail(email) || email.length > 254) throw aboutAddress('email_incorrect')
  const hash = addressHash(config, email)
  return db.transaction().execute((tx) => {
    const repeatable = {
      accountId: inviterId,
      key: invitation.idempotencyKey,
      request: ['invite', competitionCode, email],
    }
    return runOnce(tx, repeatable, now, async () => {
      // Counting and sending are one step, otherwise two simultaneous calls could both use the last allowed letter.
      await sql`select pg_advisory_xact_lock(hashtext('invitations'))`.execute(tx)
      const inviter = await tx
        .selectFrom('accounts')
        .select(['email', 'first_name', 'last_name'])
        .where('id', '=', inviterId)
        .executeTakeFirstOrThrow()
      if (inviter.email.toLowerCase() === email) throw aboutAddress('invite_own_address')
      const again = await mayInviteAgain(tx, invitation, hash)
      if (again && now < again) throw aboutAddress('already_invited', { again: showDateTime(again) })
      await refuseFlood(tx, now)
      const sent = await wantsLetter(tx, { hash, email, competitionCode }, now)
      await tx
        .insertInto('invitations')
        .values({
          inviter_id: inviterId,
          competition_code: competitionCode,
          address_hash: hash,
          sent,
          asked_at: now,
        })
        .execute()
      const code = await inviteCodeOf(tx, inviterId)
      if (sent)
        await queueLetter(
          tx,
          services,
          invitationLetter(config, { to: email, hash, code, inviter, competition, closesAt: stage.closesAt }),
          'invitation',
        )
      return { letters: (await countInvitations(tx, { inviterId, competitionCode })).letters }
    })
  })
}

const aboutAddress = (code: RefusalCode, values: Record<string, string> = {}) =>
  new Refusal(code, { values, fields: { email: { rule: code, message: wordingOf(code, values) } } })

const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000)

/** From when the inviter may invite this address again; null when they have not invited it yet. */
async function mayInviteAgain(tx: Tx, of: Invitation, hash: Buffer): Promise<Date | null> {
  const { last } = await tx
    .selectFrom('invitations')
    .select((eb) => eb.fn.max('asked_at').as('last'))
    .where('inviter_id', '=', of.inviterId)
    .where('competition_code', '=', of.competitionCode)
    .where('address_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return last && new Date(last.getTime() + againAfterSeconds * 1000)
}

/** Throws `too_many_requests` when the portal has reached its limit for the day. */
async function refuseFlood(tx: Tx, now: Date): Promise<void> {
  const { count, first } = await tx
    .selectFrom('invitations')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('asked_at').as('first')])
    .where('sent', '=', true)
    .where('asked_at', '>', ago(now, lettersOfPortal.seconds))
    .executeTakeFirstOrThrow()
  if (Number(count) < lettersOfPortal.max) return
  const passed = now.getTime() - (first ?? now).getTime()
  throw new Refusal('too_many_requests', {
    retryAfter: Math.max(1, lettersOfPortal.seconds - Math.floor(passed / 1000)),
  })
}

async function wantsLetter(
  tx: Tx,
  { hash, email, competitionCode }: { hash: Buffer; email: string; competitionCode: string },
  now: Date,
): Promise<boolean> {
  const maxSeconds = Math.max(...lettersToOneAddress.map(({ seconds }) => seconds))
  const refused = await refusesLetters(tx, hash)
  const wait = waitFor(await lettersTo(tx, hash, ago(now, maxSeconds)), lettersToOneAddress, now)
  const taking = await tx
    .selectFrom('accounts')
    .innerJoin('participations', 'participations.account_id', 'accounts.id')
    .select('accounts.id')
    .where('accounts.email', '=', email)
    .where('participations.competition_code', '=', competitionCode)
    .executeTakeFirst()
  return !refused && wait === 0 && taking === undefined
}
