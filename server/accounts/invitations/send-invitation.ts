import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { waitFor } from '#server/messages/outbox/dispatch-limits.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import type { Config } from '#server/platform/config/config.ts'
import { ringFor, sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import { findCompetition } from '#server/seasons/competitions/store.ts'
import type { Services } from '#server/services.ts'
import { registrationStage } from '#server/stages/store.ts'
import { addressHash } from './address-hash.ts'
import { invitationLetter } from './invitation-letter.ts'
import { lettersToOneAddress } from './invite-limits.ts'
import { inviteCodeOf, lettersTo, refusesLetters } from './store.ts'

/** The address stands only here, sealed, until the letter is queued. */
interface Invited {
  id: number
  email: string
}

const place = 'jobs:send_invitation'
export const invitedAddresses = 'invited addresses'
const ringOf = ({ dataKeys }: Pick<Config, 'dataKeys'>) => ringFor(dataKeys, invitedAddresses)

export const sealInvited = (config: Pick<Config, 'dataKeys'>, invited: Invited): string =>
  sealWithRing(ringOf(config), JSON.stringify(invited), place).toString('base64')

export const invitationJobs = (services: Services): Record<string, Task> => ({
  send_invitation: (payload: { sealed: string }) => sendInvitation(services, payload),
})

/** Queues the letter of an invitation, unless its receiver must not get one. */
async function sendInvitation(services: Services, { sealed }: { sealed: string }): Promise<void> {
  const { db, clock, config } = services
  const { id, email } = JSON.parse(
    unsealWithRing(ringOf(config), Buffer.from(sealed, 'base64'), place).toString(),
  ) as Invited
  const hash = addressHash(config, email)
  await db.transaction().execute(async (tx) => {
    // Counting and sending are one step, otherwise two letters at once could both be the last allowed one.
    await sql`select pg_advisory_xact_lock(hashtext('invitations'))`.execute(tx)
    const asked = await tx
      .selectFrom('invitations as i')
      .innerJoin('accounts as a', 'a.id', 'i.inviter_id')
      .select(['i.inviter_id', 'i.competition_code', 'a.first_name', 'a.last_name'])
      .where('i.id', '=', id)
      .where('i.sent', '=', false)
      .executeTakeFirst()
    const competition = asked && (await findCompetition(tx, asked.competition_code))
    if (!asked || !competition) return
    const { inviter_id: inviterId, competition_code: competitionCode, ...inviter } = asked
    if (!(await wantsLetter(tx, { hash, email, competitionCode }, clock()))) return
    await tx.updateTable('invitations').set({ sent: true }).where('id', '=', id).execute()
    const code = await inviteCodeOf(tx, inviterId)
    const closesAt = (await registrationStage(tx, competitionCode))?.closesAt ?? null
    await queueLetter(
      tx,
      { ...services, sender: { accountId: inviterId, organises: false } },
      invitationLetter(config, { to: email, hash, code, inviter, competition, closesAt }),
      'invitation',
    )
  })
}

async function wantsLetter(
  tx: Tx,
  { hash, email, competitionCode }: { hash: Buffer; email: string; competitionCode: string },
  now: Date,
): Promise<boolean> {
  const maxSeconds = Math.max(...lettersToOneAddress.map(({ seconds }) => seconds))
  const since = new Date(now.getTime() - maxSeconds * 1000)
  if (await refusesLetters(tx, hash)) return false
  if (waitFor(await lettersTo(tx, hash, since), lettersToOneAddress, now) > 0) return false
  const taking = await tx
    .selectFrom('accounts')
    .innerJoin('participations', 'participations.account_id', 'accounts.id')
    .select('accounts.id')
    .where('accounts.email', '=', email)
    .where('participations.competition_code', '=', competitionCode)
    .executeTakeFirst()
  return taking === undefined
}
