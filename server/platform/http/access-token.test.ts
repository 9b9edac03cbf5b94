import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyFrom } from '#server/platform/crypto/seal.ts'
import { signAccessToken, signingMark, verifyAccessToken } from './access-token.ts'

const [secret, older, newer] = ['a', 'b', 'c'].map((letter) => letter.repeat(43)) as [string, string, string]
const ring = (current: string, previous: string | null = null, next: string | null = null) => ({
  publicUrl: 'https://portal.test',
  tokenSecrets: { current, previous, next },
})
const config = ring(secret)
const now = new Date('2026-12-01T12:00:00.900+03:00')
const issued = Math.floor(now.getTime() / 1000)
const at = (second: number) => new Date((issued + second) * 1000)
const claims = {
  ...{ accountId: 7, sessionId: 'session', epoch: 3 },
  ...{ email: 'a@example.test', testId: 100_007, flags: ['faq' as const] },
}
const holder = { accountId: 7, sessionId: 'session', epoch: 3, expiresAt: (issued + 600) * 1000 }

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const payload = {
  ...{ sid: 'session', ep: 3, user_email: 'a@example.test', admin_permissions: ['faq'], test_id: 100_007 },
  ...{ iss: 'https://portal.test', aud: 'portal', sub: '7', iat: issued, exp: issued + 600 },
}
const usual = { alg: 'HS256', typ: 'at+jwt' }
function signed(content: object, header: object = usual, key = keyFrom(secret, 'access tokens')) {
  const text = `${part(header)}.${part(content)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

test('EN-02 a token has the claims of the specification and is valid for ten minutes', async () => {
  const token = signAccessToken(config, claims, now)
  expect(token).toBe(signed(payload))
  // The second time the result comes from the cache.
  for (const _again of [1, 2]) {
    expect(await verifyAccessToken(config, token, at(599.999))).toMatchObject(holder)
    expect(await verifyAccessToken(config, token, at(600))).toBeNull()
  }
})

test.each<[string, object, object?, Buffer?]>([
  ['another portal', { iss: 'https://other.test' }],
  ['another audience', { aud: 'other' }],
  ['another type', {}, { ...usual, typ: 'jwt' }],
  ['no algorithm', {}, { ...usual, alg: 'none' }],
  ['another key', {}, usual, keyFrom('x'.repeat(43), 'access tokens')],
  ['another purpose of the key', {}, usual, keyFrom(secret, 'other')],
  ['a longer lifetime', { iat: issued - 601, exp: issued + 9000 }],
  ['a start in the future', { iat: issued + 60 }],
  ['no account', { sub: undefined }],
  ['an account that is not a number', { sub: '7a' }],
  ['a number that is too long', { sub: '12345678901' }],
  ['no session', { sid: undefined }],
  ['a session of another type', { sid: 5 }],
  ['no epoch', { ep: undefined }],
  ['an epoch of another type', { ep: '3' }],
  ['no end', { exp: undefined }],
  ['no beginning', { iat: undefined }],
])('a token with %s is refused', async (_what, more, header, key) => {
  expect(await verifyAccessToken(config, signed({ ...payload, ...more }, header, key), at(0))).toBeNull()
})

test('a token of a process whose clock is a little ahead is valid at once, and ends when it says', async () => {
  const token = signAccessToken(config, claims, at(4))
  expect(await verifyAccessToken(config, token, now)).toMatchObject({ accountId: 7 })
  const other = signAccessToken(config, { ...claims, epoch: 4 }, now)
  expect(await verifyAccessToken(config, other, at(600))).toBeNull()
  expect(await verifyAccessToken(config, signAccessToken(config, claims, at(6)), at(0))).toBeNull()
})

test('a text that is not a token is refused', async () => {
  for (const text of ['', 'a.b.c', signed(payload).slice(0, -2)])
    expect(await verifyAccessToken(config, text, at(0))).toBeNull()
})

test('a token of any key of the ring is valid, but not without its key or at another portal', async () => {
  const token = signAccessToken(ring(older), claims, now)
  const valid = async (of: typeof config) => (await verifyAccessToken(of, token, at(1))) !== null
  expect(await valid(ring(secret))).toBe(false)
  expect(await valid(ring(secret, older))).toBe(true)
  expect(await valid(ring(secret, null, older))).toBe(true)
  expect(await valid(ring(secret, newer))).toBe(false)
  expect(await valid({ ...ring(older), publicUrl: 'https://other.test' })).toBe(false)
  expect(await valid(ring(older))).toBe(true)
})

test('each key has a mark of its own', () => {
  expect(signingMark(ring(secret, older), older)).toEqual(signingMark(ring(older)))
  expect(signingMark(ring(secret))).not.toEqual(signingMark(ring(older)))
})
