import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { keyFrom, seal, unseal } from '#server/platform/crypto/seal.ts'
import { accessSeconds, signAccessToken } from '#server/platform/http/access-token.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

const day = 24 * 3_600_000
/** A session ends after this time without use. */
const idleMs = 30 * day
/** Every session ends after this time, even if it is used. */
const absoluteMs = 90 * day
/** Two tabs that refresh at once send one and the same token. A used token that comes later than this is stolen. */
const graceMs = 10_000

export interface Token {
  access_token: string
  expired: string
}

export interface OpenedSession {
  refreshToken: string
  token: Token
}

export interface Client {
  ip: string
  userAgent: string
}

interface Opening {
  /** The device to remember for this account. */
  deviceToken?: string
  /** The counters of wrong passwords to reset. */
  forget?: string
  /** Whether this login counts as a confirmation of the password; the default. */
  byPassword?: boolean
  /** The session epoch in which the password was right. Nothing is written once the account has another one. */
  epoch?: number
}

/**
 * Opens a session, which is a family of refresh tokens. One statement does this and everything else that a login
 * writes. It waits for a transaction that is ending the sessions of the account. Throws `wrong_credentials` when they
 * were ended since `epoch`.
 */
export async function openSession(
  db: Db | Tx,
  { config, clock }: Services,
  accountId: number,
  client: Client,
  { deviceToken, forget, byPassword = true, epoch }: Opening = {},
): Promise<OpenedSession> {
  const now = clock()
  const sessionId = randomUUID()
  const refreshToken = randomToken()
  const device = deviceToken === undefined ? null : sha256(deviceToken)
  const { rows } = await sql<Claimed>`
    with held as materialized (
      select * from accounts
      where id = ${accountId} and (${epoch ?? null}::integer is null or session_epoch = ${epoch ?? null}::integer)
      for share
    ), forgotten as (
      delete from password_tries where subject = ${forget ?? null} and exists (select from held)
    ), remembered as (
      insert into known_devices (account_id, token_hash, last_used_at)
      select id, ${device}::bytea, ${now}::timestamptz from held where ${device}::bytea is not null
      on conflict (account_id, token_hash) do update set last_used_at = excluded.last_used_at
    ), opened as (
      insert into sessions (id, account_id, ip, user_agent, created_at, last_seen_at, expires_at, by_password)
      select ${sessionId}::uuid, id, ${client.ip}, ${client.userAgent.slice(0, 300)}, ${now}::timestamptz,
        ${now}::timestamptz, ${new Date(now.getTime() + absoluteMs)}::timestamptz, ${byPassword}::boolean from held
    ), kept as (
      insert into refresh_tokens (token_hash, session_id, expires_at)
      select ${sha256(refreshToken)}::bytea, ${sessionId}::uuid, ${new Date(now.getTime() + idleMs)}::timestamptz
      from held
    )
    ${claimsOf(sql`held`)}`.execute(db)
  if (rows.length === 0 && epoch !== undefined) throw new Refusal('wrong_credentials')
  return { refreshToken, token: tokenOf(config, accountId, sessionId, one(rows), now) }
}

interface Claimed {
  email: string
  testId: number
  epoch: number
  flags: AdminFlag[]
}

const claimsOf = (account: RawBuilder<unknown>) => sql`
  select email, test_id as "testId", session_epoch as epoch,
    array(select distinct flag from admin_flags where account_id = found.id order by flag) as flags
  from ${account} as found`

function one(rows: Claimed[]): Claimed {
  const [claimed] = rows
  if (!claimed) throw new Error('a session of nobody')
  return claimed
}

function tokenOf(config: Services['config'], accountId: number, sessionId: string, claimed: Claimed, now: Date): Token {
  return {
    access_token: signAccessToken(config, { ...claimed, accountId, sessionId }, now),
    expired: formatWire(new Date(now.getTime() + accessSeconds * 1000)),
  }
}

/** A new access token for a session that is known to be active. */
export async function accessTokenFor(
  db: Db | Tx,
  { config, clock }: Services,
  accountId: number,
  sessionId: string,
): Promise<Token> {
  const { rows } = await sql<Claimed>`${claimsOf(sql`(select * from accounts where id = ${accountId})`)}`.execute(db)
  return tokenOf(config, accountId, sessionId, one(rows), clock())
}

/** Exchanges a refresh token for the next one. Throws `refresh_refused`; a stolen token ends its session. */
export async function refreshSession(services: Services, refreshToken: string): Promise<OpenedSession> {
  const renewed = await services.db.transaction().execute((tx) => renew(tx, services, refreshToken))
  if (!renewed) throw new Refusal('refresh_refused')
  return renewed
}

async function renew(tx: Tx, services: Services, refreshToken: string): Promise<OpenedSession | null> {
  const now = services.clock()
  const hash = sha256(refreshToken)
  const session = await tx
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'sessions.account_id'])
    .where('sessions.id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hash),
    )
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .$if(!services.config.demo, (query) => query.where('accounts.is_demo', '=', false))
    .forUpdate('sessions')
    .executeTakeFirst()
  if (!session) return null
  const kept = await findToken(tx, refreshToken)
  if (!kept || kept.expires_at <= now) return null
  if (kept.spent_at && now.getTime() - kept.spent_at.getTime() > graceMs) {
    await revokeFamily(tx, session.id, session.account_id, now)
    return null
  }
  await tx.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', session.id).execute()
  const next = kept.spent_at ? await lastSuccessor(tx, refreshToken) : await addRefreshToken(tx, session.id, now)
  if (!kept.spent_at)
    await tx
      .updateTable('refresh_tokens')
      .set({ spent_at: now, successor: seal(successorKey(refreshToken), next, 'refresh_tokens:successor') })
      .where('token_hash', '=', hash)
      .execute()
  return { refreshToken: next, token: await accessTokenFor(tx, services, session.account_id, session.id) }
}

/** The unused token at the end of the chain: a tab that is two refreshes late must not get a used token. */
async function lastSuccessor(tx: Tx, spent: string): Promise<string> {
  let token = spent
  for (;;) {
    const row = await findToken(tx, token)
    if (!row?.successor) return token
    token = unseal(successorKey(token), row.successor, 'refresh_tokens:successor').toString()
  }
}

const findToken = (tx: Tx, token: string) =>
  tx
    .selectFrom('refresh_tokens')
    .select(['expires_at', 'spent_at', 'successor'])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()

const successorKey = (token: string) => keyFrom(token, 'successor')

async function addRefreshToken(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: sha256(token), session_id: sessionId, expires_at: new Date(now.getTime() + idleMs) })
    .execute()
  return token
}

/** Ends the session and every access token of the account, because the thief may have one. */
async function revokeFamily(tx: Tx, sessionId: string, accountId: number, now: Date): Promise<void> {
  await revokeSession(tx, sessionId, now)
  await raiseEpoch(tx, accountId)
}

export async function revokeSession(db: Db | Tx, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends one session of the account; false when the account has no active session with this id. */
export async function endSession(tx: Tx, accountId: number, sessionId: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends the session of this refresh token, used or not. */
export async function revokeSessionOf(db: Db, refreshToken: string, now: Date): Promise<void> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', sha256(refreshToken))
    .executeTakeFirst()
  if (token) await revokeSession(db, token.session_id, now)
}

/** Ends every session of the account except one, and every access token issued so far. */
export async function revokeSessions(tx: Tx, accountId: number, now: Date, except: string | null): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('id', 'is distinct from', except)
    .execute()
  await raiseEpoch(tx, accountId)
}

/** Ends every access token issued so far, and every requested code. */
export async function raiseEpoch(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
}
