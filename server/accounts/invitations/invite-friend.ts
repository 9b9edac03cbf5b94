import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { findCompetition } from '#server/seasons/competitions/store.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { registrationStage } from '#server/stages/store.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { addressHash } from './address-hash.ts'
import { againAfterSeconds, lettersOfCompetition } from './invite-limits.ts'
import { sealInvited } from './send-invitation.ts'
import { countInvitations } from './store.ts'

interface Invitation {
  inviterId: number
  competitionCode: string
  email: string
  idempotencyKey: string | undefined
}

/**
 * Takes an invitation. Whether a letter is sent is decided by a job: none is sent when the address has unsubscribed, has
 * got too many letters, or already takes part. So neither the answer nor its time depends on whose address it is.
 * Throws only for faults of the inviter.
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
        .select('email')
        .where('id', '=', inviterId)
        .executeTakeFirstOrThrow()
      if (inviter.email.toLowerCase() === email) throw aboutAddress('invite_own_address')
      const again = await mayInviteAgain(tx, invitation, hash)
      if (again && now < again) throw aboutAddress('already_invited', { again: showDateTime(again) })
      await refuseFlood(tx, competitionCode, now)
      const { id } = await tx
        .insertInto('invitations')
        .values({
          ...{ inviter_id: inviterId, competition_code: competitionCode, address_hash: hash },
          ...{ sent: false, asked_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addJob(tx, 'send_invitation', { sealed: sealInvited(config, { id, email }) })
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

/** Throws `too_many_requests` when the competition has reached its limit. */
async function refuseFlood(tx: Tx, competitionCode: string, now: Date): Promise<void> {
  const { count, first } = await tx
    .selectFrom('invitations')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('asked_at').as('first')])
    .where('competition_code', '=', competitionCode)
    .where('asked_at', '>', ago(now, lettersOfCompetition.seconds))
    .executeTakeFirstOrThrow()
  if (Number(count) < lettersOfCompetition.max) return
  const passed = now.getTime() - (first ?? now).getTime()
  throw new Refusal('too_many_requests', {
    retryAfter: Math.max(1, lettersOfCompetition.seconds - Math.floor(passed / 1000)),
  })
}
