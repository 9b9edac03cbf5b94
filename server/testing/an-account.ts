import { createAccount, type NewAccount } from '#server/auth/create-account.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import type { TestApp } from './test-app.ts'

export const aPassword = 'Long-Enough-2026'
let made = 0

/** An account with a password of `aPassword`, logged in. */
export async function anAccount(
  app: TestApp,
  more: Partial<Omit<NewAccount, 'now' | 'passwordHash'>> = {},
): Promise<{ id: number; testId: number; email: string; token: string }> {
  made += 1
  const email = more.email ?? `person${made}@b.test`
  const passwordHash = await hashPassword(aPassword)
  const { id, testId } = await app.db
    .transaction()
    .execute((tx) => createAccount(tx, { ...more, email, passwordHash, now: app.clock.now() }))
  const login = await app.call('POST /auth/login', { body: { username: email, password: aPassword } })
  if (!('access_token' in login.body)) throw new Error(`login answered ${login.text}`)
  return { id, testId, email, token: login.body.access_token }
}
