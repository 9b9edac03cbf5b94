import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { keyedHash, sameHash, sha256 } from '#server/platform/crypto/hashes.ts'
import { randomCode, randomToken } from '#server/platform/crypto/random.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { forgetStateService } from './forget-state-service.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { forgetTries, unknownDevicesOf } from './password-tries.ts'
import { sealRestore } from './send-restore-letter.ts'
import { revokeSessions } from './sessions.ts'
import { lockAccount, rememberDevice } from './store.ts'
import { warnOwner } from './warn-owner.ts'

const validMs = 3_600_000
const maxTries = 5

interface Asked {
  username: string
  competitionCode: string | undefined
  deviceToken: string | undefined
  /** The cookie of an earlier request of this browser: the digits of both letters are then accepted. */
  requestToken: string | undefined
  ip: string
}

/**
 * Queues a letter with a link and digits. A job looks the account up, so that neither the answer nor its time reveals
 * whether it exists. Returns a token for the browser that asked.
 */
export async function restorePassword(services: Services, asked: Asked): Promise<string> {
  const { db, clock, config } = services
  const requestToken = asked.requestToken ?? randomToken()
  const [link, digits] = [randomToken(), randomCode()]
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('password_resets')
      .values({
        code_hash: sha256(link),
        request_hash: sha256(requestToken),
        digits_hash: digitsHash(services, requestToken, digits),
        expires_at: new Date(clock().getTime() + validMs),
      })
      .execute()
    const { username, competitionCode, deviceToken, ip } = asked
    const device = deviceToken ? sha256(deviceToken).toString('hex') : null
    await addJob(tx, 'send_restore_letter', {
      sealed: sealRestore(config, { username, competitionCode, device, ip, link, digits }),
    })
  })
  return requestToken
}

const digitsHash = ({ config }: Services, requestToken: string, digits: string) =>
  keyedHash(config.pepper, `password reset ${requestToken}`, digits)

/**
 * Sets a new password by the link or the digits of a letter. Opens no session and does not change the second factor.
 * Ends every session, every unfinished change, and the login through a state service.
 */
export async function createPassword(
  services: Services,
  asked: {
    code: string
    password: string
    confirmation: string
    requestToken: string | undefined
    deviceToken: string | undefined
  },
): Promise<{ username: string; deviceToken: string }> {
  const { db, clock } = services
  const now = clock()
  // Checked before the code, so that a weak password costs no try.
  refuseWeakPassword(asked.password, asked.confirmation)
  const code = asked.code.replace(/\s/g, '')
  const { accountId, epoch } = /^\d{6}$/.test(code)
    ? await byDigits(services, asked.requestToken, code)
    : await byLink(db, code, now)
  const passwordHash = await hashPassword(asked.password)
  const deviceToken = asked.deviceToken ?? randomToken()
  const { email } = await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId, epoch, 'link_expired')
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
    await revokeSessions(tx, accountId, now, null)
    const unlinked = await forgetStateService(tx, accountId)
    await forgetTries(tx, [unknownDevicesOf(accountId)])
    await rememberDevice(tx, accountId, deviceToken, now)
    await warnOwner(tx, services, accountId, {
      to: account.email,
      subject: 'Пароль изменён',
      what: `Для вашей учётной записи задан новый пароль. Все прежние сеансы завершены.${unlinked ? ' Вход через государственную службу отключён, его можно снова подключить в профиле.' : ''}`,
    })
    await recordAudit(tx, { actorId: accountId, action: 'password_reset', subject: `account:${accountId}` })
    return account
  })
  return { username: email, deviceToken }
}

interface Found {
  accountId: number
  epoch: number
}

async function byLink(db: Db, code: string, now: Date): Promise<Found> {
  const row = await db
    .selectFrom('password_resets')
    .select(['account_id', 'session_epoch'])
    .where('code_hash', '=', sha256(code))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row?.account_id) throw new Refusal('link_expired')
  return { accountId: row.account_id, epoch: row.session_epoch }
}

/**
 * Counts each try for all letters that this browser requested. For a name without an account the answers are the same,
 * because digits were made for it too and sent nowhere.
 */
async function byDigits(services: Services, requestToken: string | undefined, digits: string): Promise<Found> {
  if (requestToken === undefined) throw new Refusal('code_of_other_browser')
  const tried = await services.db
    .updateTable('password_resets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('request_hash', '=', sha256(requestToken))
    .where('expires_at', '>', services.clock())
    .returning(['account_id', 'session_epoch', 'digits_hash', 'tries'])
    .execute()
  if (tried.length === 0) throw new Refusal('email_code_expired')
  const open = tried.filter(({ tries }) => tries <= maxTries)
  if (open.length === 0) throw new Refusal('too_many_code_attempts')
  const typed = digitsHash(services, requestToken, digits)
  const row = open.find(({ digits_hash }) => digits_hash && sameHash(digits_hash, typed))
  if (!row?.account_id) throw new Refusal('invalid_code')
  return { accountId: row.account_id, epoch: row.session_epoch }
}
