import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { sendCodeQuietly } from '#server/messages/outbox/send-code.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { ringFor, sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import type { Services } from '#server/services.ts'
import { competitionForLinks, type FoundAccount, findByUsername, normaliseUsername } from './store.ts'

interface Restore {
  username: string
  competitionCode?: string | undefined
  /** The hash of the device's token in hex. */
  device: string | null
  ip: string
  link: string
  digits: string
}

const place = 'jobs:send_restore_letter'
export const restoreLetters = 'restore letters'
const ringOf = ({ dataKeys }: Pick<Config, 'dataKeys'>) => ringFor(dataKeys, restoreLetters)
const dayMs = 24 * 3_600_000
/** With this many valid letters, an unknown device gets no further one: strangers must not fill a mailbox. */
const maxValidLetters = 3
/** After this many wrong tries in a day, letters requested on unknown devices have only the link. */
const maxWrongDigits = 10

export const sealRestore = (config: Pick<Config, 'dataKeys'>, restore: Restore): string =>
  sealWithRing(ringOf(config), JSON.stringify(restore), place).toString('base64')

/** Sends the letter if the account exists and has not reached its limits. */
export async function sendRestoreLetter(services: Services, { sealed }: { sealed: string }): Promise<void> {
  const { db, config, clock } = services
  const restore = JSON.parse(unsealWithRing(ringOf(config), Buffer.from(sealed, 'base64'), place).toString()) as Restore
  const { username, competitionCode, ip, link, digits } = restore
  const device = restore.device === null ? null : Buffer.from(restore.device, 'hex')
  await db.transaction().execute(async (tx) => {
    const account = await findByUsername(tx, config, normaliseUsername(username), device)
    if (!account || account.disabled_at) return
    const earlier = await earlierLetters(tx, account, clock())
    if (account.device === null && earlier.usable >= maxValidLetters) return
    const guessed = account.device === null && earlier.wrongDigits >= maxWrongDigits
    const competition = await competitionForLinks(tx, account.id, competitionCode)
    const address = `${config.publicUrl}${competition ? `/${competition}` : ''}/forgot?step=password#${link}`
    const sent = await sendCodeQuietly(tx, services, {
      channel: 'email',
      to: account.email,
      ip,
      purpose: 'password',
      device: account.device,
      code: guessed ? link : digits,
      subject: guessed ? 'Новый пароль' : `${digits} — код для нового пароля`,
      text: letter(address, guessed ? null : digits),
    })
    // Without a sent letter there must be no digits to guess.
    if (!sent) return
    await tx
      .updateTable('password_resets')
      .set({ account_id: account.id, session_epoch: account.session_epoch })
      .$if(guessed, (query) => query.set({ digits_hash: null }))
      .where('code_hash', '=', sha256(link))
      .execute()
  })
}

/** Counts of the last day: links that are still valid, and wrong tries of digits. */
function earlierLetters(tx: Tx, { id, session_epoch }: FoundAccount, now: Date) {
  return tx
    .selectFrom('password_resets')
    .select([
      sql<number>`count(*) filter (where expires_at > ${now} and session_epoch = ${session_epoch})::integer`.as(
        'usable',
      ),
      sql<number>`coalesce(sum(tries), 0)::integer`.as('wrongDigits'),
    ])
    .where('account_id', '=', id)
    .where('expires_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow()
}

const letter = (address: string, digits: string | null) => `Здравствуйте!

${
  digits === null
    ? 'Чтобы задать новый пароль, откройте ссылку:'
    : `Код для нового пароля: ${digits}
Введите его на той странице, где вы его запросили: в другом браузере он не подойдёт.

Или откройте ссылку, она подойдёт в любом браузере:`
}
${address}

${
  digits === null
    ? 'Кода в этом письме нет: сегодня его слишком часто вводили с ошибкой. Ссылка действует'
    : 'Код и ссылка действуют'
} один час и только один раз. Если вы не просили новый пароль, ничего не делайте и никому не сообщайте код: прежний пароль останется.`
