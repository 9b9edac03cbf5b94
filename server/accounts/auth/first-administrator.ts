import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { adminFlags } from '#shared/platform/api/route.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { type Client, type OpenedSession, openSession } from './sessions.ts'

const linkMs = 24 * 3_600_000

/**
 * The link to create the first administrator account, printed at the start for the operator; null once there is an
 * administrator. Every start makes a new link that is valid for a day, because the earlier one may be lost.
 */
export async function firstAdministratorLink({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<string | null> {
  if (await hasAdministrator(db, config)) return null
  const token = randomToken()
  const now = clock()
  await db
    .insertInto('first_administrator_links')
    .values({ token_hash: sha256(token), created_at: now, expires_at: new Date(now.getTime() + linkMs) })
    .execute()
  // The part after «#» appears in no server log and no referrer.
  return `${config.publicUrl}/admin/first-administrator#${token}`
}

interface FirstAdministrator extends Client {
  token: string
  email: string
  lastName: string
  firstName: string
  password: string
  confirmation: string
  deviceToken: string | undefined
}

/**
 * Creates the account with every flag and opens its session. Throws `link_expired` for a used, old or unneeded link.
 */
export async function makeFirstAdministrator(
  services: Services,
  wish: FirstAdministrator,
): Promise<OpenedSession & { deviceToken: string }> {
  const { db, clock } = services
  const now = clock()
  const link = await db
    .selectFrom('first_administrator_links')
    .where('token_hash', '=', sha256(wish.token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!link) throw new Refusal('link_expired')
  if (!isEmail(wish.email.trim())) throw new Refusal('email_incorrect')
  refuseWeakPassword(wish.password, wish.confirmation)
  const passwordHash = await hashPassword(wish.password)
  const deviceToken = wish.deviceToken ?? randomToken()
  const opened = await db.transaction().execute(async (tx) => {
    // All links, not only this one: two people with two links must create one administrator; the second call waits
    // here.
    await tx.updateTable('first_administrator_links').set({ used_at: now }).execute()
    if (await hasAdministrator(tx, services.config)) throw new Refusal('link_expired')
    const account = await createAccount(tx, {
      email: wish.email.trim(),
      // The output of the start proves who runs the portal, but not the e-mail address, which a letter confirms later.
      emailVerified: false,
      passwordHash,
      lastName: wish.lastName.trim(),
      firstName: wish.firstName.trim(),
      flags: adminFlags,
      now,
    })
    await recordAudit(tx, {
      actorId: account.id,
      action: 'first_administrator_made',
      subject: `account:${account.id}`,
    })
    return openSession(tx, services, account.id, wish, { deviceToken })
  })
  return { deviceToken, ...opened }
}

async function hasAdministrator(db: Db | Tx, { demo }: Pick<Config, 'demo'>): Promise<boolean> {
  const found = await db
    .selectFrom('admin_flags')
    .innerJoin('accounts', 'accounts.id', 'admin_flags.account_id')
    .where('flag', '=', 'admins')
    .where('disabled_at', 'is', null)
    .$if(!demo, (query) => query.where('is_demo', '=', false))
    .executeTakeFirst()
  return found !== undefined
}
