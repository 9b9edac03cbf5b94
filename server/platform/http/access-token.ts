import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/platform/config/config.ts'
import { allKeys, markOf } from '#server/platform/crypto/key-ring.ts'
import { keyFrom } from '#server/platform/crypto/seal.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

/** Ten minutes; the specification allows at most fifteen. */
export const accessSeconds = 600
/** Seconds by which the clock of the process that issued a token may be ahead: each measures the database's time itself. */
const mayBeAhead = 5

const audience = 'portal'
const type = 'at+jwt'
const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: type })).toString('base64url')

interface AccessClaims {
  accountId: number
  sessionId: string
  epoch: number
  email: string
  testId: number
  flags: AdminFlag[]
}

type Issuer = Pick<Config, 'tokenSecrets' | 'publicUrl'>

/**
 * Signed with node:crypto and not with the library that checks it, because Web Crypto costs more than everything in a
 * login except the hash.
 */
export function signAccessToken(config: Issuer, claims: AccessClaims, now: Date): string {
  const issued = Math.floor(now.getTime() / 1000)
  const payload = {
    sid: claims.sessionId,
    ep: claims.epoch,
    user_email: claims.email,
    admin_permissions: claims.flags,
    test_id: claims.testId,
    iss: config.publicUrl,
    aud: audience,
    sub: String(claims.accountId),
    iat: issued,
    exp: issued + accessSeconds,
  }
  const signed = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', signingKey(config.tokenSecrets.current)).update(signed).digest('base64url')}`
}

interface VerifiedToken {
  accountId: number
  sessionId: string
  epoch: number
  expiresAt: number
}

/**
 * Verified tokens are cached until they expire: verifying costs four times as much as the lookup. The cache allocates
 * all its places at once.
 */
const verified = new LRUCache<string, VerifiedToken & { secret: string; issuer: string }>({ max: 10_000 })

/** Null for anything that is not a valid token of this portal. */
export async function verifyAccessToken(config: Issuer, token: string, now: Date): Promise<VerifiedToken | null> {
  const known = verified.get(token)
  if (known && allKeys(config.tokenSecrets).includes(known.secret) && known.issuer === config.publicUrl)
    return known.expiresAt > now.getTime() ? known : null
  const fresh = await verifyWithAny(config, token, now)
  if (!fresh) return null
  verified.set(token, { ...fresh, issuer: config.publicUrl })
  return fresh
}

async function verifyWithAny(config: Issuer, token: string, now: Date) {
  for (const secret of allKeys(config.tokenSecrets)) {
    const claims = await verify(config, secret, token, now)
    if (claims) return { ...claims, secret }
  }
  return null
}

async function verify(config: Issuer, secret: string, token: string, now: Date): Promise<VerifiedToken | null> {
  // Loaded with the first token, not at the start: the library has forty files.
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, signingKey(secret), {
      algorithms: ['HS256'],
      issuer: config.publicUrl,
      audience,
      typ: type,
      currentDate: now,
      requiredClaims: ['exp'],
      // The tolerance counts for the end, too.
      clockTolerance: mayBeAhead,
      maxTokenAge: accessSeconds - mayBeAhead,
    })
    const { sub, exp, sid, ep } = payload
    if (Number(exp) * 1000 <= now.getTime()) return null
    if (!/^\d{1,10}$/.test(String(sub)) || typeof sid !== 'string' || typeof ep !== 'number') return null
    return { accountId: Number(sub), sessionId: sid, epoch: ep, expiresAt: Number(exp) * 1000 }
  } catch {
    return null
  }
}

/** Identifies a key of tokens, by default the one in use, without revealing it. */
export const signingMark = ({ tokenSecrets }: Pick<Config, 'tokenSecrets'>, secret = tokenSecrets.current): Buffer =>
  markOf(signingKey(secret))

const keys = new Map<string, Buffer>()

function signingKey(secret: string): Buffer {
  const key = keys.get(secret) ?? keyFrom(secret, 'access tokens')
  keys.set(secret, key)
  return key
}
