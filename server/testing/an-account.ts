import { createAccount, type NewAccount } from '#server/accounts/auth/create-account.ts'
import { hashPassword } from '#server/accounts/auth/password-hash.ts'
import { openSession } from '#server/accounts/auth/sessions.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Answer, TestApp } from './test-app.ts'

export const rightPassword = 'Kedr-Volna-4817-Zima'
/** Hashing is slow on purpose, so all accounts of a test run share one hash. */
const passwordHash = hashPassword(rightPassword)
let people = 0

/**
 * A mobile number for each person of a process, which runs many files of tests. 7919 and ten million, the count of
 * numbers in the code, have no common divisor, so that no number repeats before all are used.
 */
export const numberOf = (person: number) => `+7916${String((person * 7919) % 10_000_000).padStart(7, '0')}`

/** An account with `rightPassword`. Values that are not given are made up and unique. */
export async function anAccount(app: Pick<TestApp, 'db' | 'clock'>, given: Partial<NewAccount> = {}) {
  people += 1
  const email = given.email ?? `person${people}@example.test`
  const phone = given.phone === undefined ? numberOf(people) : given.phone
  const hash = given.passwordHash ?? (await passwordHash)
  const { id, testId } = await app.db
    .transaction()
    .execute((tx) => createAccount(tx, { now: app.clock.now(), ...given, email, phone, passwordHash: hash }))
  return { id, testId, email, phone }
}

/** Logs the person in like a browser. Returns the token and the cookies. */
export async function logIn(app: TestApp, who: { email: string }, password = rightPassword) {
  const answer = await app.call('POST /auth/login', { body: { username: who.email, password } })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${answer.text}`)
  return { token: tokenOf(answer), cookies: answer.cookies }
}

/**
 * Opens a session directly, for tests whose matter is not the login: no password, second factor, counter or warning. The
 * cookies are named as over http.
 */
export async function sessionOf({ db, services }: TestApp, { email }: { email: string }) {
  const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const deviceToken = randomToken()
  const client = { ip: '192.0.2.1', userAgent: 'test' }
  const { token, refreshToken } = await openSession(db, services, id, client, { deviceToken })
  const cookies = { refresh: refreshToken, device: deviceToken, entered: '1' }
  return { token: token.access_token, cookies }
}

/** The person with a new token: after a long jump of the clock the old one has expired. */
export const withNewSession = async <P extends { email: string }>(app: TestApp, person: P) => ({
  ...person,
  token: (await sessionOf(app, person)).token,
})

export function tokenOf(answer: Answer<unknown>): string {
  return (answer.body as { access_token: string }).access_token
}

/** The newest code sent to this address or number. */
export async function lastCode(app: Pick<TestApp, 'db'>, to: string): Promise<string> {
  const row = await app.db
    .selectFrom('outbox')
    .select('code')
    .where('recipient', '=', to)
    .where('code', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? ''
}
