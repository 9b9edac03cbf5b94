import type { Db, Tx } from '#server/db.ts'
import { sameHash, sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { addressOfService, stateOf } from './ask-service.ts'

/** How long a visit and its cookie are valid. */
const visitMs = 600_000

/** The session from whose profile the visit was begun. */
export interface ForAccount {
  account_id: number
  session_id: string
  session_epoch: number
}

/** Begins a visit to the service. `token` is for the cookie of the browser, which is needed to finish the visit. */
export async function beginVisit(services: Services, by: ForAccount | null): Promise<{ url: string; token: string }> {
  const token = randomToken()
  const url = await addressOfService(services, token)
  await services.db
    .insertInto('state_service_visits')
    .values({ token_hash: sha256(token), expires_at: end(services), ...by })
    .execute()
  return { url, token }
}

/** Takes the answer of the visit, once. Throws `state_service_expired`. */
export async function takeAnswer(services: Services, token: string | undefined, state: string | undefined) {
  // An answer of another visit does not use this one up: it may come from a stranger.
  if (!token || !sameHash(sha256(stateOf(token)), sha256(state ?? ''))) throw new Refusal('state_service_expired')
  const now = services.clock()
  const taken = await services.db
    .updateTable('state_service_visits')
    .set({ answered_at: now })
    .where('token_hash', '=', sha256(token))
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'session_id', 'session_epoch'])
    .executeTakeFirst()
  if (!taken) throw new Refusal('state_service_expired')
  const { account_id, session_id, session_epoch } = taken
  if (account_id === null || session_id === null || session_epoch === null) return { token, by: null }
  return { token, by: { account_id, session_id, session_epoch } satisfies ForAccount }
}

/** Stores the returned subject until the second factor or the password is given. */
export async function keepSubject(services: Services, token: string, subject: Buffer): Promise<void> {
  await services.db
    .updateTable('state_service_visits')
    .set({ subject_hash: subject, expires_at: end(services) })
    .where('token_hash', '=', sha256(token))
    .execute()
}

/** The subject returned in this browser. Throws `state_service_expired`. */
export async function keptSubject({ db, clock }: Services, token: string | undefined): Promise<Buffer> {
  const visit = await db
    .selectFrom('state_service_visits')
    .select('subject_hash')
    .where('token_hash', '=', sha256(token ?? ''))
    .where('account_id', 'is', null)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  if (!visit?.subject_hash) throw new Refusal('state_service_expired')
  return visit.subject_hash
}

/** Ends a visit. Of two simultaneous calls only one succeeds. */
export async function endVisit(tx: Db | Tx, token: string | undefined): Promise<void> {
  const ended = await tx
    .deleteFrom('state_service_visits')
    .where('token_hash', '=', sha256(token ?? ''))
    .returning('token_hash')
    .executeTakeFirst()
  if (!ended) throw new Refusal('state_service_expired')
}

const end = ({ clock }: Services) => new Date(clock().getTime() + visitMs)
