import { acceptedPhone } from '#server/accounts/auth/phone-rules.ts'
import type { Tx } from '#server/db.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import type { Door } from '#shared/stages/door.ts'
import { sendConfirmation, spendCode, tryCode } from './codes.ts'
import {
  isOpenTo,
  refuseClosedRegistration,
  type StageOfRegistration,
  stageOfRegistration,
} from './open-registration.ts'
import { withoutDocuments } from './personal-documents.ts'
import { findRegistration, insertRegistration, type RegistrationRow, takeEarlierAnswer } from './store.ts'
import { fittingCode } from './use-entry-code.ts'

export interface Beginning {
  competitionCode: string
  door: Door
  email: string
  phone: string
  invite: string | null
  /** A code for a registration that has closed. */
  entryCode: string | null
  ip: string
}

/** Begins a registration and sends the SMS. It does not check whether the e-mail or phone is already known. */
export async function prepareRegistration(services: Services, beginning: Beginning): Promise<string> {
  const { db, clock, config } = services
  const now = clock()
  const stage = await stageOfRegistration(db, services.seasons, beginning.competitionCode)
  const email = acceptedEmail(beginning.email)
  const entryCodeId = await codeOfLatecomer(services, stage, { ...beginning, email }, now)
  const phone = acceptedPhone(beginning.phone, {
    foreign: stage.settings.foreign_phones,
    blocked: stage.settings.blocked_phones,
  })
  const token = randomToken()
  await db.transaction().execute(async (tx) => {
    await insertRegistration(tx, config, { ...beginning, token, email, phone, entryCodeId, now })
    await sendConfirmation(tx, services, await findRegistration(tx, token, now), 'sms', beginning.ip)
  })
  return token
}

/** The id of the code that lets the person begin after registration has closed; null while it is open. */
async function codeOfLatecomer(
  { db, config }: Services,
  stage: StageOfRegistration,
  { door, entryCode, email }: Pick<Beginning, 'door' | 'entryCode' | 'email'>,
  now: Date,
): Promise<number | null> {
  const early = stage.opensAt !== null && now < stage.opensAt
  if (entryCode === null || early || isOpenTo(stage, door, now)) {
    refuseClosedRegistration(stage, door, now)
    return null
  }
  return (await fittingCode(db, config, { stageId: stage.id, code: entryCode, email }, now)).id
}

function acceptedEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('email_incorrect')
  return email
}

/** An unfinished registration; throws when its stage has closed. In a transaction it is locked. */
export async function unfinishedRegistration(services: Services, token: string, tx?: Tx): Promise<RegistrationRow> {
  const now = services.clock()
  const db = tx ?? services.db
  const row = await findRegistration(db, token, now, { locked: tx !== undefined })
  if (row.completed_at) throw new Refusal('registration_step_order')
  const stage = await stageOfRegistration(db, services.seasons, row.competition_code)
  // With an entry code this is decided in the last step.
  if (row.entry_code_id === null) refuseClosedRegistration(stage, row.door, now, row.created_at)
  return row
}

const confirmedAt = { sms: 'phone_confirmed_at', email: 'email_confirmed_at' } as const

/**
 * Uses the code of one contact and then, in the same transaction, does what follows for the registration as it is under
 * its lock. Undefined where the contact is confirmed already, also by an equal call at the same moment.
 */
async function prove<Result>(
  services: Services,
  token: string,
  channel: 'sms' | 'email',
  code: string,
  follows: (tx: Tx, row: RegistrationRow) => Promise<Result>,
): Promise<Result | undefined> {
  const row = await unfinishedRegistration(services, token)
  if (row[confirmedAt[channel]]) return undefined
  if (channel === 'email' && !row.phone_confirmed_at) throw new Refusal('registration_step_order')
  const tried = await tryCode(services, row, channel, code).catch((refusal: unknown) => refusal)
  return services.db.transaction().execute(async (tx) => {
    const now = await unfinishedRegistration(services, token, tx)
    if (now[confirmedAt[channel]]) return undefined
    if (tried) throw tried
    if (!(await spendCode(tx, services, now, channel, code))) throw new Refusal('invalid_code')
    if (channel === 'sms' && (await isTaken(tx, 'phone', now.phone))) throw new Refusal('phone_exists')
    if (channel === 'email' && (await isTaken(tx, 'email', now.email))) throw new Refusal('email_exists')
    await tx
      .updateTable('registrations')
      .set({ [confirmedAt[channel]]: services.clock() })
      .where('id', '=', now.id)
      .execute()
    return follows(tx, now)
  })
}

/**
 * Confirms the phone by its code. Only after this proof may the person learn that the number is registered. A person
 * who began here before with the same phone and address, and confirmed both, needs only this code: the earlier answers
 * come back, without the numbers of documents. Everybody else gets the letter with the next code.
 */
export async function confirmPhone(services: Services, token: string, code: string, ip: string): Promise<void> {
  const { config, clock } = services
  const goesOn = await prove(services, token, 'sms', code, async (tx, row) => {
    const known =
      !(await isTaken(tx, 'email', row.email)) &&
      (await takeEarlierAnswer(tx, config, row, (answer) => withoutDocuments(answer).open))
    const proved = tx.updateTable('registrations').set({ email_confirmed_at: clock() }).where('id', '=', row.id)
    if (known) await proved.execute()
    return known
  })
  if (goesOn === false) await sendFirstLetter(services, token, ip)
}

/** Sends the letter if it may be sent now: the phone stays confirmed also when this address has just got a letter. */
async function sendFirstLetter(services: Services, token: string, ip: string): Promise<void> {
  try {
    await services.db.transaction().execute(async (tx) => {
      const row = await unfinishedRegistration(services, token, tx)
      if (!row.email_confirmed_at) await sendConfirmation(tx, services, row, 'email', ip)
    })
  } catch (cause) {
    if (!(cause instanceof Refusal && cause.code === 'too_many_requests')) throw cause
  }
}

/** Confirms the address. The person has now proved both contacts and gets back all answers of a closed tab. */
export async function confirmEmail(services: Services, token: string, code: string): Promise<void> {
  await prove(services, token, 'email', code, (tx, row) => takeEarlierAnswer(tx, services.config, row))
}

/** Changes the address before it is confirmed. The letter is sent at once if the phone is already confirmed. */
export async function changeRegistrationEmail(
  services: Services,
  token: string,
  text: string,
  ip: string,
): Promise<void> {
  const email = acceptedEmail(text)
  await services.db.transaction().execute(async (tx) => {
    const row = await unfinishedRegistration(services, token, tx)
    if (row.email_confirmed_at) throw new Refusal('registration_step_order')
    await tx.updateTable('registrations').set({ email }).where('id', '=', row.id).execute()
    if (row.phone_confirmed_at) await sendConfirmation(tx, services, { ...row, email }, 'email', ip)
  })
}

export async function repeatCode(
  services: Services,
  token: string,
  channel: 'sms' | 'email',
  ip: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await unfinishedRegistration(services, token, tx)
    const early = channel === 'email' && !row.phone_confirmed_at
    if (row[confirmedAt[channel]] || early) throw new Refusal('registration_step_order')
    await sendConfirmation(tx, services, row, channel, ip)
  })
}

async function isTaken(db: Tx, column: 'email' | 'phone', value: string): Promise<boolean> {
  const found = await db.selectFrom('accounts').select('id').where(column, '=', value).executeTakeFirst()
  return found !== undefined
}
