import type { Db, Tx } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { newKey, seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

type Keys = Services['config']

/** How long an unfinished registration is kept. */
export const keptMs = 24 * 3_600_000

export async function insertRegistration(
  tx: Tx,
  config: Keys,
  row: {
    token: string
    competitionCode: string
    door: 'participant' | 'supporter'
    email: string
    phone: string
    invite: string | null
    entryCodeId?: number | null
    now: Date
  },
): Promise<void> {
  const id = sha256(row.token)
  const key = newKey()
  await tx
    .insertInto('registrations')
    .values({
      id,
      competition_code: row.competitionCode,
      door: row.door,
      email: row.email,
      phone: row.phone,
      invite: row.invite,
      entry_code_id: row.entryCodeId ?? null,
      wrapped_key: sealWithRing(config.dataKeys, key, registrationKeyPlace(id)),
      answer: seal(key, '{}', place('answer', id)),
      created_at: row.now,
    })
    .execute()
}

/** The registration with this id; throws `registration_step_order` when it does not exist or has expired. */
export async function findRegistration(db: Db | Tx, token: string, now: Date, { locked = false } = {}) {
  const found = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', sha256(token))
    .where('created_at', '>', new Date(now.getTime() - keptMs))
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Refusal('registration_step_order')
  return found
}

export type RegistrationRow = Awaited<ReturnType<typeof findRegistration>>

/**
 * Copies the answers of the newest unfinished registration with the same phone and e-mail, both confirmed: the tab that
 * had its id may have been closed. `only` selects the answers to copy; by default all. Tells whether there was one.
 */
export async function takeEarlierAnswer(
  tx: Tx,
  config: Keys,
  row: RegistrationRow,
  only: (answer: Record<string, unknown>) => Record<string, unknown> = (answer) => answer,
): Promise<boolean> {
  const earlier = await tx
    .selectFrom('registrations')
    .selectAll()
    .where('competition_code', '=', row.competition_code)
    .where('phone', '=', row.phone)
    .where('email', '=', row.email)
    .where('phone_confirmed_at', 'is not', null)
    .where('email_confirmed_at', 'is not', null)
    .where('completed_at', 'is', null)
    .where('id', '!=', row.id)
    .where('created_at', '>', new Date(row.created_at.getTime() - keptMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier) await saveAnswer(tx, config, row, only(answerOf(config, earlier)))
  return earlier !== undefined
}

/** The answers so far. */
export function answerOf(config: Keys, row: RegistrationRow): Record<string, unknown> {
  const key = unsealWithRing(config.dataKeys, row.wrapped_key, registrationKeyPlace(row.id))
  return JSON.parse(unseal(key, row.answer, place('answer', row.id)).toString()) as Record<string, unknown>
}

/** Stores the answers, which have to be checked anew, and returns them as they are stored. */
export async function saveAnswer(
  tx: Tx,
  config: Keys,
  row: RegistrationRow,
  answer: Record<string, unknown>,
): Promise<Buffer> {
  const key = unsealWithRing(config.dataKeys, row.wrapped_key, registrationKeyPlace(row.id))
  const sealed = seal(key, JSON.stringify(answer), place('answer', row.id))
  await tx
    .updateTable('registrations')
    .set({ answer: sealed, info_complete_at: null })
    .where('id', '=', row.id)
    .where('completed_at', 'is', null)
    .execute()
  return sealed
}

/** Notes that exactly these answers are complete; others, saved meanwhile, are checked by their own call. */
export async function markComplete(db: Db, row: RegistrationRow, now: Date): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ info_complete_at: now })
    .where('id', '=', row.id)
    .where('answer', '=', row.answer)
    .execute()
}

export const registrationKeyPlace = (id: Buffer) => place('wrapped_key', id)
const place = (column: string, id: Buffer) => `registrations:${column}:${id.toString('hex')}`
