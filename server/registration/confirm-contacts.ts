import { acceptedPhone } from '#server/auth/phone-rules.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { isEmail } from '#shared/forms/rules.ts'
import { sendConfirmation, takeCode } from './codes.ts'
import {
  type Door,
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

/** An unfinished registration; throws when its stage has closed. */
export async function unfinishedRegistration(services: Services, token: string): Promise<RegistrationRow> {
  const now = services.clock()
  const row = await findRegistration(services.db, token, now)
  if (row.completed_at) throw new Refusal('registration_step_order')
  const stage = await stageOfRegistration(services.db, services.seasons, row.competition_code)
  // With an entry code this is decided in the last step.
  if (row.entry_code_id === null) refuseClosedRegistration(stage, row.door, now, row.created_at)
  return row
}

/**
 * Confirms the phone by its code. Only after this proof may the person learn that the number is registered. Sends the
 * letter with the next code, unless an earlier registration is continued.
 */
export async function confirmPhone(services: Services, token: string, code: string, ip: string): Promise<void> {
  const row = await unfinishedRegistration(services, token)
  if (row.phone_confirmed_at) return
  await takeCode(services, row, 'sms', code)
  if (await isTaken(services.db, 'phone', row.phone)) throw new Refusal('phone_exists')
  const taken = await isTaken(services.db, 'email', row.email)
  if (!(await goesOn(services, row, { taken }))) await sendFirstLetter(services, row, ip)
}

/**
 * Confirms the phone. A person who began here before with the same phone and address, and confirmed both, needs only
 * this code: the earlier answers come back, without the numbers of documents.
 */
function goesOn(
  { db, config, clock }: Services,
  row: RegistrationRow,
  { taken }: { taken: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const known = !taken && (await takeEarlierAnswer(tx, config, row, (answer) => withoutDocuments(answer).open))
    const now = clock()
    const mine = tx.updateTable('registrations').where('id', '=', row.id)
    await mine.set({ phone_confirmed_at: now }).execute()
    if (!known) return false
    // The address may have been changed meanwhile.
    const confirmed = await mine
      .set({ email_confirmed_at: now })
      .where('email', '=', row.email)
      .returning('id')
      .executeTakeFirst()
    return confirmed !== undefined
  })
}

/** Sends the letter if it may be sent now: the phone stays confirmed also when this address has just got a letter. */
async function sendFirstLetter(services: Services, row: RegistrationRow, ip: string): Promise<void> {
  try {
    await services.db.transaction().execute((tx) => sendConfirmation(tx, services, row, 'email', ip))
  } catch (cause) {
    if (!(cause instanceof Refusal && cause.code === 'too_many_requests')) throw cause
  }
}

/** Confirms the address. The person has now proved both contacts and gets back all answers of a closed tab. */
export async function confirmEmail(services: Services, token: string, code: string): Promise<void> {
  const row = await unfinishedRegistration(services, token)
  if (row.email_confirmed_at) return
  if (!row.phone_confirmed_at) throw new Refusal('registration_step_order')
  await takeCode(services, row, 'email', code)
  if (await isTaken(services.db, 'email', row.email)) throw new Refusal('email_exists')
  await services.db.transaction().execute(async (tx) => {
    const confirmed = await tx
      .updateTable('registrations')
      .set({ email_confirmed_at: services.clock() })
      .where('id', '=', row.id)
      // The address may have been changed after the code was sent.
      .where('email', '=', row.email)
      .returning('id')
      .executeTakeFirst()
    if (confirmed) await takeEarlierAnswer(tx, services.config, row)
  })
}

/** Changes the address before it is confirmed. The letter is sent at once if the phone is already confirmed. */
export async function changeRegistrationEmail(
  services: Services,
  token: string,
  text: string,
  ip: string,
): Promise<void> {
  const row = await unfinishedRegistration(services, token)
  const email = acceptedEmail(text)
  if (row.email_confirmed_at) throw new Refusal('registration_step_order')
  await services.db.transaction().execute(async (tx) => {
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
  const row = await unfinishedRegistration(services, token)
  const confirmed = channel === 'sms' ? row.phone_confirmed_at : row.email_confirmed_at
  if (confirmed || (channel === 'email' && !row.phone_confirmed_at)) throw new Refusal('registration_step_order')
  await services.db.transaction().execute((tx) => sendConfirmation(tx, services, row, channel, ip))
}

async function isTaken(db: Services['db'], column: 'email' | 'phone', value: string): Promise<boolean> {
  const found = await db.selectFrom('accounts').select('id').where(column, '=', value).executeTakeFirst()
  return found !== undefined
}
