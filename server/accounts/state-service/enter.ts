import { type LoginAnswer, type LoginAttempt, login, loginWithoutPassword } from '#server/accounts/auth/login.ts'
import { findById } from '#server/accounts/auth/store.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { recognise, type ServiceAnswer } from './ask-service.ts'
import { accountOfSubject, finishLink, hashOfSubject, linkAccount } from './links.ts'
import { endVisit, keepSubject, keptSubject, takeAnswer } from './visits.ts'

type Attempt = Omit<LoginAttempt, 'username' | 'password'>

/**
 * Takes the answer of the service: completes a link that was begun in the profile, or logs in the linked account.
 * `unknown`: no account is linked yet, and `enterAndLink` may follow.
 */
export async function finishVisit(
  services: Services,
  cookie: string | undefined,
  answer: ServiceAnswer,
  attempt: Attempt,
): Promise<LoginAnswer | 'linked' | 'unknown'> {
  const { token, by } = await takeAnswer(services, cookie, answer.state)
  const subject = hashOfSubject(services, await recognise(services, token, answer))
  if (by) {
    await finishLink(services, by, token, subject)
    return 'linked'
  }
  await keepSubject(services, token, subject)
  const accountId = await accountOfSubject(services.db, subject)
  if (accountId === null) return 'unknown'
  return enter(services, token, accountId, { ...attempt, marker: undefined, code: undefined })
}

/** The second factor after the answer of the service; without a code a new one is sent. */
export async function enterByCode(
  services: Services,
  token: string | undefined,
  attempt: Attempt,
): Promise<LoginAnswer> {
  const accountId = await accountOfSubject(services.db, await keptSubject(services, token))
  if (accountId === null) throw new Refusal('state_service_expired')
  return enter(services, token, accountId, attempt)
}

async function enter(services: Services, token: string | undefined, accountId: number, attempt: Attempt) {
  const device = attempt.deviceToken ? sha256(attempt.deviceToken) : null
  const account = await findById(services.db, services.config, accountId, device)
  if (!account) throw new Refusal('no_access')
  return loginWithoutPassword(services, account, attempt, (tx) => endVisit(tx, token))
}

/** An ordinary login with its second factor, which also links the subject that the service has returned. */
export async function enterAndLink(
  services: Services,
  token: string | undefined,
  attempt: LoginAttempt,
): Promise<LoginAnswer> {
  const subject = await keptSubject(services, token)
  return login(services, attempt, async (tx, account) => {
    await endVisit(tx, token)
    await linkAccount(tx, services, account, subject)
  })
}
