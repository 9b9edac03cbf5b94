import { createAccount } from '#server/accounts/auth/create-account.ts'
import { hashPassword, verifyPassword } from '#server/accounts/auth/password-hash.ts'
import { refuseWeakPassword } from '#server/accounts/auth/password-policy.ts'
import { type Client, type OpenedSession, openSession } from '#server/accounts/auth/sessions.ts'
import { linkTo, notify } from '#server/messages/notifications/notify.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { keepHandIn } from '#server/stages/hand-in.ts'
import { applicantOf } from '#shared/accounts/registration/criteria.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWireDate } from '#shared/platform/time/moscow.ts'
import { askForScans } from './ask-for-scans.ts'
import { textOf } from './check-answer.ts'
import { unfinishedRegistration } from './confirm-contacts.ts'
import type { GivenConsent } from './consents.ts'
import { isOpenTo, stageOfRegistration } from './open-registration.ts'
import { saveInfo } from './save-info.ts'
import { answerOf, findRegistration, type RegistrationRow } from './store.ts'
import { submitApplication } from './submit-application.ts'
import { lockCode, takeUse } from './use-entry-code.ts'

export interface Completion extends Client {
  token: string
  password: string
  confirmation: string
  trackCode: string | null
  promocode: string | null
  consents: readonly GivenConsent[]
  deviceToken: string | undefined
  /** The time at which the request reached the server, for the receipt. */
  receivedAt: Date
}

/** How long a lost answer may be requested again. */
const repeatMs = 600_000

/**
 * Creates the account, submits the application and logs the person in, all or nothing. Of simultaneous calls one does
 * this, and the others are answered like repeated calls.
 */
export async function completeRegistration(
  services: Services,
  completion: Completion,
): Promise<OpenedSession & { deviceToken: string }> {
  const now = services.clock()
  const deviceToken = completion.deviceToken ?? randomToken()
  const find = () => findRegistration(services.db, completion.token, now)
  const found = await find()
  if (found.completed_at) return { deviceToken, ...(await openAgain(services, found, completion, deviceToken)) }
  try {
    return { deviceToken, ...(await complete(services, completion, deviceToken, now)) }
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    const after = await find()
    if (!after.completed_at) throw fault
    return { deviceToken, ...(await openAgain(services, after, completion, deviceToken)) }
  }
}

async function complete(
  services: Services,
  completion: Completion,
  deviceToken: string,
  now: Date,
): Promise<OpenedSession> {
  const { db, config } = services
  const begun = await unfinishedRegistration(services, completion.token)
  if (!begun.phone_confirmed_at || !begun.email_confirmed_at) throw new Refusal('registration_step_order')
  // A client may leave the check of the whole answer to this call.
  if (!begun.info_complete_at) await saveInfo(services, completion.token, {}, true)
  refuseWeakPassword(completion.password, completion.confirmation)
  const stage = await stageOfRegistration(db, services.seasons, begun.competition_code)
  const passwordHash = await hashPassword(completion.password)
  return db.transaction().execute(async (tx) => {
    if (begun.entry_code_id !== null) await lockCode(tx, begun.entry_code_id)
    const row = await unfinishedRegistration(services, completion.token, tx)
    // Other answers were saved since the check, and are not checked.
    if (!row.info_complete_at) throw new Refusal('changed_meanwhile')
    const data = answerOf(config, row)
    await tx
      .updateTable('registrations')
      // Without its key the answer can no longer be read, also in backups.
      .set({ completed_at: now, answer: Buffer.alloc(0), wrapped_key: Buffer.alloc(0) })
      .where('id', '=', row.id)
      .execute()
    const { birth_date } = applicantOf(data)
    const account = await createAccount(tx, {
      email: row.email,
      phone: row.phone,
      passwordHash,
      firstName: textOf(data.first_name),
      lastName: textOf(data.last_name),
      middleName: textOf(data.middle_name),
      birthDate: birth_date && formatWireDate(birth_date),
      now,
    })
    await tx.updateTable('registrations').set({ account_id: account.id }).where('id', '=', row.id).execute()
    if (row.entry_code_id !== null && !isOpenTo(stage, row.door, now)) {
      const of = { codeId: row.entry_code_id, accountId: account.id, stageId: stage.id, email: row.email }
      await takeUse(tx, { ...of, begun: true }, now)
    }
    // The answer is stored with the application only: it contains a passport number, which must be encrypted.
    const owner = { accountId: account.id, stageId: stage.id, teamId: null }
    const receipt = await keepHandIn(
      tx,
      stage.title,
      { owner, data: {}, arrivedAt: completion.receivedAt, quiet: true },
      now,
    )
    await submitApplication(tx, services, {
      accountId: account.id,
      competitionCode: row.competition_code,
      stageId: stage.id,
      door: row.door,
      data,
      consents: completion.consents,
      trackCode: completion.trackCode,
      promocode: completion.promocode,
      invite: row.invite,
      now,
      ip: completion.ip,
      begunInTime: true,
      visitor: true,
    })
    const { settings } = stage
    const of = { accountId: account.id, stageId: stage.id, handIn: receipt.id, door: row.door }
    const lacksScans = await askForScans(tx, services, { ...of, data, settings })
    await tellThePerson(tx, services, account.id, row, {
      manualCheck: stage.settings.manual_check,
      lacksScans,
      receipt,
    })
    return openSession(tx, services, account.id, completion, { deviceToken })
  })
}

/** A repeated call after a lost answer: the account exists, and the registration and the password open a session. */
async function openAgain(
  services: Services,
  row: RegistrationRow,
  completion: Completion,
  deviceToken: string,
): Promise<OpenedSession> {
  const { db, clock } = services
  const late = !row.completed_at || clock().getTime() - row.completed_at.getTime() > repeatMs
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash', 'second_factor'])
    .where('id', '=', row.account_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const right = !late && (await verifyPassword(account?.password_hash ?? null, completion.password))
  if (!account || !right || account.second_factor !== 'none') throw new Refusal('registration_step_order')
  return db.transaction().execute((tx) => openSession(tx, services, account.id, completion, { deviceToken }))
}

async function tellThePerson(
  tx: Parameters<typeof notify>[0],
  services: Services,
  accountId: number,
  row: RegistrationRow,
  { manualCheck, lacksScans, receipt }: { manualCheck: boolean; lacksScans: boolean; receipt: { number: string } },
): Promise<void> {
  const supports = row.door === 'supporter'
  const next = supports
    ? 'Теперь вы следите за конкурсом и можете звать в него других.'
    : lacksScans
      ? 'Осталось приложить снимки документов: без них заявку не проверить.'
      : manualCheck
        ? 'Мы проверим заявку и сообщим о решении.'
        : 'Вы допущены к участию. Посмотрите, какие этапы уже открыты.'
  await notify(
    tx,
    accountId,
    {
      title: 'Регистрация завершена',
      text: `${next} Номер квитанции — ${receipt.number}.`,
      payload: linkTo(`/${row.competition_code}`, supports ? 'Перейти к конкурсу' : 'Перейти к этапам'),
    },
    services.clock(),
  )
  await queueLetter(tx, services, {
    to: row.email,
    subject: 'Регистрация завершена',
    text: `Здравствуйте!

Вы зарегистрированы в конкурсе. ${next}
Номер квитанции — ${receipt.number}.

${services.config.publicUrl}/${row.competition_code}`,
  })
}
