import type { Db, Tx } from '#server/db.ts'
import { codeMs, repeatSeconds } from '#server/messages/outbox/dispatch-limits.ts'
import { sendCode } from '#server/messages/outbox/send-code.ts'
import type { Channel } from '#server/messages/outbox/tables.ts'
import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import { randomCode } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { RegistrationRow } from './store.ts'

type Contacts = Pick<RegistrationRow, 'id' | 'email' | 'phone'>

const maxTries = 5

/** Sends a new code; the previous one stops working. */
export async function sendConfirmation(
  tx: Tx,
  services: Services,
  of: Contacts,
  channel: Channel,
  ip: string,
): Promise<void> {
  const now = services.clock()
  const code = randomCode()
  const row = {
    code_hash: codeHash(services, of, channel, code),
    tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + codeMs[channel]),
  }
  await tx
    .insertInto('verification_codes')
    .values({ registration_id: of.id, channel, ...row })
    .onConflict((conflict) => conflict.columns(['registration_id', 'channel']).doUpdateSet(row))
    .execute()
  await sendCode(
    tx,
    services,
    channel === 'sms'
      ? {
          channel,
          to: of.phone,
          ip,
          purpose: 'registration',
          code,
          text: `${code} — код для регистрации. Никому его не сообщайте.`,
        }
      : {
          channel,
          to: of.email,
          ip,
          purpose: 'registration',
          code,
          subject: `${code} — код подтверждения почты`,
          text: letter(code),
        },
  )
}

const letter = (code: string) => `Здравствуйте!

Ваш код для подтверждения почты: ${code}

Он действует 10 минут. Если вы не регистрировались, ничего не делайте.`

/** Counts a try and compares the code, or throws the reason why it is not accepted. `spendCode` uses it up. */
export async function tryCode(services: Services, of: RegistrationRow, channel: Channel, typed: string): Promise<void> {
  const { db, clock } = services
  const code = await db
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('registration_id', '=', of.id)
    .where('channel', '=', channel)
    .returning(['code_hash', 'tries', 'expires_at'])
    .executeTakeFirst()
  if (!code) throw new Refusal('registration_step_order')
  if (code.tries > maxTries) throw new Refusal('too_many_code_attempts')
  if (code.expires_at <= clock()) throw new Refusal(channel === 'sms' ? 'sms_code_outdated' : 'email_code_expired')
  if (!sameHash(code.code_hash, codeHash(services, of, channel, typed.trim()))) throw new Refusal('invalid_code')
}

/** Whether this was the code for the contact that the registration has now, and it is used up by this call. */
export async function spendCode(
  tx: Tx,
  services: Services,
  of: RegistrationRow,
  channel: Channel,
  typed: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('verification_codes')
    .where('registration_id', '=', of.id)
    .where('channel', '=', channel)
    .where('code_hash', '=', codeHash(services, of, channel, typed.trim()))
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Seconds until a new code may be requested, by channel. */
export async function repeatsAfter(db: Db | Tx, of: RegistrationRow, now: Date): Promise<Record<Channel, number>> {
  const rows = await db
    .selectFrom('verification_codes')
    .select(['channel', 'sent_at'])
    .where('registration_id', '=', of.id)
    .execute()
  const after = (channel: Channel) => {
    const sentAt = rows.find((row) => row.channel === channel)?.sent_at
    return sentAt ? Math.max(0, Math.ceil(repeatSeconds - (now.getTime() - sentAt.getTime()) / 1000)) : 0
  }
  return { sms: after('sms'), email: after('email') }
}

/** Of the contact, too: the code that was sent to one address proves no other. */
const codeHash = ({ config }: Services, of: Contacts, channel: Channel, code: string) => {
  const contact = channel === 'sms' ? of.phone : of.email
  return keyedHash(config.pepper, `registration code ${channel} ${of.id.toString('hex')} ${contact}`, code)
}
