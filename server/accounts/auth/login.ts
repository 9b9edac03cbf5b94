import type { Tx } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { knownName } from './device-name.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { countTry, releaseTry, withoutPassword } from './password-tries.ts'
import { type Challenge, challenge, type Passed, passChallenge, spendChallenge } from './second-factor.ts'
import { type Client, type OpenedSession, openSession } from './sessions.ts'
import { type FoundAccount, normaliseUsername, tryToEnter } from './store.ts'
import { warnOwner } from './warn-owner.ts'

export interface LoginAttempt extends Client {
  username: string
  password: string
  marker: string | undefined
  code: string | undefined
  deviceToken: string | undefined
}

export type LoginAnswer = { opened: OpenedSession & { deviceToken: string } } | { challenge: Challenge }

/** Further writes in the transaction of a successful login. */
type Also = (tx: Tx, account: FoundAccount) => Promise<void>

/** Lets a person in, asks for the second factor, or throws `wrong_credentials` or `limit_reached`. */
export async function login(services: Services, attempt: LoginAttempt, also?: Also): Promise<LoginAnswer> {
  const { db, config, clock } = services
  const username = normaliseUsername(attempt.username)
  const device = attempt.deviceToken ? sha256(attempt.deviceToken) : null
  const { account, subject } = await tryToEnter(db, config, { username, device, now: clock() })
  const right = await verifyPassword(account?.password_hash ?? null, attempt.password).catch(async (cause: unknown) => {
    // The server was too busy to check the password, and the browser tries again by itself.
    await releaseTry(db, subject)
    throw cause
  })
  if (!account || !right || account.disabled_at) throw new Refusal('wrong_credentials')
  return askOrOpen(services, account, subject, attempt, also)
}

/**
 * Lets a person in whom another service has recognised, by the same second factor as after a password. Throws
 * `no_access` for an account that is blocked.
 */
export async function loginWithoutPassword(
  services: Services,
  account: FoundAccount,
  attempt: Omit<LoginAttempt, 'username' | 'password'>,
  also: Also,
): Promise<LoginAnswer> {
  if (account.disabled_at) throw new Refusal('no_access')
  // Counted separately from passwords: strangers who guess passwords must not lock this login too.
  const subject = withoutPassword(account.id)
  await countTry(services.db, subject, services.clock())
  return askOrOpen(services, account, subject, attempt, also)
}

type Attempt = Omit<LoginAttempt, 'username' | 'password'> & { password?: string }

async function askOrOpen(
  services: Services,
  account: FoundAccount,
  subject: string,
  attempt: Attempt,
  also: Also | undefined,
): Promise<LoginAnswer> {
  let passed: Passed | null = null
  if (account.second_factor !== 'none') {
    // Wrong codes of an app are counted as wrong passwords; codes by SMS have five tries of their own.
    if (!attempt.code || account.second_factor === 'sms') await releaseTry(services.db, subject)
    if (!attempt.code) return { challenge: await challenge(services, account, attempt.ip) }
    passed = await passChallenge(services, account, attempt.marker, attempt.code)
  }
  return { opened: await open(services, account, subject, attempt, { passed, also }) }
}

async function open(
  services: Services,
  account: FoundAccount,
  subject: string,
  attempt: Attempt,
  { passed, also }: { passed: Passed | null; also: Also | undefined },
) {
  const deviceToken = attempt.deviceToken && account.device ? attempt.deviceToken : randomToken()
  // No warning at the very first login, because there is no known device yet.
  const warns = account.device === null && account.has_devices
  const { password } = attempt
  const epoch = account.session_epoch
  const opening = { deviceToken, forget: subject, byPassword: password !== undefined, epoch }
  const rehashed = password !== undefined && needsRehash(account.password_hash) ? await hashPassword(password) : null
  // Usually only the session is written, and a single statement needs no explicit transaction.
  if (!passed && rehashed === null && !warns && !also)
    return { deviceToken, ...(await openSession(services.db, services, account.id, attempt, opening)) }
  return services.db.transaction().execute(async (tx) => {
    if (passed) await spendChallenge(tx, services, account, passed)
    if (rehashed !== null)
      await tx.updateTable('accounts').set({ password_hash: rehashed }).where('id', '=', account.id).execute()
    if (warns) await warnOfNewDevice(tx, services, account, attempt)
    const opened = await openSession(tx, services, account.id, attempt, opening)
    await also?.(tx, account)
    return { deviceToken, ...opened }
  })
}

function warnOfNewDevice(tx: Tx, services: Services, { id, email }: FoundAccount, { userAgent }: Client) {
  const name = knownName(userAgent)
  return warnOwner(tx, services, id, {
    to: email,
    subject: 'Вход с нового устройства',
    what: `В вашу учётную запись вошли с устройства, с которого раньше не входили${name ? `: ${name}` : ''}. Это было ${showDateTime(services.clock())} по Москве.`,
  })
}
