import type { Tx } from '#server/db.ts'
import { queueLetter, queueSms } from '#server/messages/outbox/queue-message.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { IdentityAct, IdentityKind, Moment } from './kind.ts'

/** Tells both people of an act, each with a link of their own as long as it can be stopped. */
export async function tellOfAct(tx: Tx, services: Services, kind: IdentityKind, act: IdentityAct, moment: Moment) {
  const people = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'phone'])
    .where('id', 'in', [act.account_id, act.other_id])
    .execute()
  for (const person of people) {
    const other = people.find(({ id }) => id !== person.id)
    const { subject, text } = kind.letter({
      ...{ moment, own: person.email, other: hidden(other?.email ?? ''), stays: person.id === act.account_id },
      due: act.due_at ? showDateTime(act.due_at) : '',
    })
    const link = moment === 'before' || moment === 'after' ? await newLink(tx, services, act, person.id) : null
    const stop =
      link === null
        ? ''
        : `

Если вы об этом не просили, откройте ссылку и нажмите кнопку на странице. Входить для этого не нужно:
${link}
${moment === 'before' ? 'Мы ничего не сделаем, а если уже сделали, вернём всё как было.' : 'Мы вернём всё как было.'} Ссылка действует до ${act.until ? showDateTime(act.until) : ''} по Москве и срабатывает один раз.`
    await queueLetter(tx, services, { to: person.email, subject, text: `Здравствуйте!\n\n${text}${stop}` }, 'security')
    // A letter to an address that nobody has confirmed may reach nobody.
    if (person.email_verified_at === null && person.phone !== null)
      await queueSms(
        tx,
        services,
        { to: person.phone, text: `${subject}.${link ? ` Если вы против: ${link}` : ''}` },
        'security',
      )
  }
}

/** k***@example.ru */
export const hidden = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')

async function newLink(tx: Tx, { config }: Services, act: IdentityAct, accountId: number): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('identity_act_links')
    .values({ token_hash: sha256(token), act_id: act.id, account_id: accountId })
    .execute()
  return `${config.publicUrl}/stop#${token}`
}
