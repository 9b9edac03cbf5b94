import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { keyFrom, seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { accessSeconds, signAccessToken } from './access-token.ts'

const day = 24 * 3_600_000
/** A session unused for so long ends, and each ends in the end. */
const idleMs = 30 * day
const absoluteMs = 90 * day
/** Two tabs that refresh at once both hold the same token; whoever comes later than this has stolen it. */
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

/** Opens a session, which is a family of refresh tokens. */
export async function openSession(
  tx: Tx,
  services: Services,
  accountId: number,
  client: Client,
): Promise<OpenedSession> {
  const now = services.clock()
  const sessionId = randomUUID()
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      account_id: accountId,
      ip: client.ip,
      user_agent: client.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + absoluteMs),
    })
    .execute()
  const refreshToken = await addRefreshToken(tx, sessionId, now)
  return { refreshToken, token: await accessTokenFor(tx, services, accountId, sessionId) }
}

/** A new access token of a session that is known to be alive. */
export async function accessTokenFor(
  db: Db | Tx,
  { config, clock }: Services,
  accountId: number,
  sessionId: string,
): Promise<Token> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'test_id', 'session_epoch'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const flags = await db
    .selectFrom('admin_flags')
    .select('flag')
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('flag')
    .execute()
  const now = clock()
  const claims = {
    accountId,
    sessionId,
    epoch: account.session_epoch,
    email: account.email,
    testId: account.test_id,
    flags: flags.map(({ flag }) => flag),
  }
  return {
    access_token: await signAccessToken(config, claims, now),
    expired: formatWire(new Date(now.getTime() + accessSeconds * 1000)),
  }
}

/** Spends a refresh token for the next one. Throws `refresh_refused`; a stolen token ends the session it was of. */
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

/** The unspent end of the chain: a tab that is late by two turns must not be given a token that is spent already. */
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

/** The session ends, and every access token of the account with it: the thief may hold one. */
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

/** Ends one session of the account; false when it has none of that id that is alive. */
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

/** Ends the session that this refresh token belongs to, spent or not. */
export async function revokeSessionOf(db: Db, refreshToken: string, now: Date): Promise<void> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', sha256(refreshToken))
    .executeTakeFirst()
  if (token) await revokeSession(db, token.session_id, now)
}

/** Ends every session of the account but one, and every access token given out so far. */
export async function revokeSessions(tx: Tx, accountId: number, now: Date, except: string | null): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? ''))
    .execute()
  await raiseEpoch(tx, accountId)
}

async function raiseEpoch(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
}
