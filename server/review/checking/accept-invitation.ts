import { sql } from 'kysely'
import { createAccount } from '#server/accounts/auth/create-account.ts'
import { hashPassword } from '#server/accounts/auth/password-hash.ts'
import { refuseWeakPassword } from '#server/accounts/auth/password-policy.ts'
import { type Client, type OpenedSession, openSession } from '#server/accounts/auth/sessions.ts'
import { giveInvitedFlags } from '#server/accounts/rights/give-flags.ts'
import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { askUnknown } from '#server/review/judging/background.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'

/** What the page behind the link shows. Throws `link_expired` for a used, old or replaced link. */
export async function readInvitation({ db, clock }: Services, token: string) {
  const invitation = await invitationOf(db, token, clock())
  const duties = await db
    .selectFrom('staff_invitation_duties as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .select(['d.duty', 's.title as stage', 'c.title as competition'])
    .where('d.invitation_id', '=', invitation.id)
    .orderBy('s.id')
    .execute()
  const account = await accountOf(db, invitation.email)
  const mentors = await db
    .selectFrom('mentor_profiles as p')
    .innerJoin('accounts as m', 'm.id', 'p.account_id')
    .select(['m.last_name', 'm.first_name', 'm.middle_name'])
    .where(sql<boolean>`lower(p.assistant_email) = lower(${invitation.email}::text)`)
    .where('p.assistant_email', '<>', '')
    .where('m.disabled_at', 'is', null)
    .orderBy('m.id')
    .limit(100)
    .execute()
  const rights = await db
    .selectFrom('staff_invitation_flags as f')
    .leftJoin('competitions as c', 'c.code', 'f.competition_code')
    .select(['c.title as competition', 'f.flag'])
    .where('f.invitation_id', '=', invitation.id)
    .orderBy('c.code')
    .orderBy('f.flag')
    .execute()
  return { email: invitation.email, has_account: account !== null, duties, rights, mentors: mentors.map(formalName) }
}

interface Accepted extends Client {
  token: string
  person: { firstName: string; lastName: string; middleName: string; password: string; confirmation: string } | null
  deviceToken: string | undefined
}

/**
 * Gives the duties of an invitation. A person who has an account by now keeps it and logs in as usual: nothing is
 * returned. For others an account is made with the address that the link has proved, and its session is opened.
 */
export async function acceptInvitation(
  services: Services,
  wish: Accepted,
): Promise<(OpenedSession & { deviceToken: string }) | null> {
  const { db, clock } = services
  const now = clock()
  const { email } = await invitationOf(db, wish.token, now)
  const isKnown = (await accountOf(db, email)) !== null
  if (!isKnown && wish.person === null) throw new Refusal('account_needed')
  if (!isKnown && wish.person) refuseWeakPassword(wish.person.password, wish.person.confirmation)
  const passwordHash = isKnown || !wish.person ? null : await hashPassword(wish.person.password)
  const deviceToken = wish.deviceToken ?? randomToken()
  return db.transaction().execute(async (tx) => {
    const invitation = await invitationOf(tx, wish.token, now)
    const known = await accountOf(tx, invitation.email)
    const id = known ?? (await newAccount(tx, invitation.email, wish.person, passwordHash, now))
    const duties = await tx
      .selectFrom('staff_invitation_duties')
      .select(['stage_id', 'duty', 'region', 'employer', 'invited_by'])
      .where('invitation_id', '=', invitation.id)
      .execute()
    for (const { invited_by, ...duty } of duties) await giveDuty(tx, id, duty, { by: invited_by, at: now })
    await askUnknown(tx, id, duties)
    const given = await giveInvitedFlags(tx, id, invitation.id, now)
    await tx.deleteFrom('staff_invitations').where('id', '=', invitation.id).execute()
    await recordAudit(tx, {
      ...{ actorId: id, action: 'staff_invitation_accepted', subject: `account:${id}` },
      detail: { invitation: invitation.id, ...(given > 0 && { rights: given }) },
    })
    return known === null ? { deviceToken, ...(await openSession(tx, services, id, wish, { deviceToken })) } : null
  })
}

async function newAccount(
  tx: Tx,
  email: string,
  person: Accepted['person'],
  passwordHash: string | null,
  now: Date,
): Promise<number> {
  if (!person || passwordHash === null) throw new Refusal('account_needed')
  const { id } = await createAccount(tx, {
    email,
    passwordHash,
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    middleName: person.middleName.trim(),
    now,
  })
  return id
}

async function invitationOf(db: Db | Tx, token: string, now: Date) {
  const query = db
    .selectFrom('staff_invitations')
    .select(['id', 'email'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
  const found = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
  if (!found) throw new Refusal('link_expired')
  return found
}

/** The account with this address; null without one. An address that its account has not confirmed is refused. */
async function accountOf(db: Db | Tx, email: string): Promise<number | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email_verified_at', 'disabled_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return null
  if (account.disabled_at !== null || account.email_verified_at === null) throw new Refusal('email_unconfirmed')
  return account.id
}
