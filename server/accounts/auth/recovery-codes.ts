import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { confirmPassword } from './confirm-password.ts'
import { lockAccount } from './store.ts'
import { warnOwner } from './warn-owner.ts'

const howMany = 10
const length = 10
/** Without letters and digits that look alike. 50 bits: five tries of each login cannot guess one. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** «abcde-fghjk» */
function newCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** A recovery code as a person may type it, with or without the dash; null for the code of an app or an SMS. */
function readCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s\p{Pd}]/gu, '')
  return plain.length === length && /^[a-z0-9]+$/.test(plain) ? plain : null
}

const hashOf = ({ config }: Pick<Services, 'config'>, accountId: number, plain: string) =>
  keyedHash(config.pepper, `recovery code ${accountId}`, plain)

/** Gives an account new codes for a lost second factor; the former ones end. They are shown once. */
export async function giveRecoveryCodes(tx: Tx, services: Services, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  const hashes = codes.map((code) => hashOf(services, accountId, readCode(code) ?? ''))
  await tx.updateTable('accounts').set({ recovery_codes: hashes }).where('id', '=', accountId).execute()
  return codes
}

/** New codes at the person's wish. */
export async function renewRecoveryCodes(services: Services, accountId: number, password: string): Promise<string[]> {
  const epoch = await confirmPassword(services, accountId, password)
  return services.db.transaction().execute(async (tx) => {
    const { email, second_factor } = await lockAccount(tx, accountId, epoch, 'fresh_login_required')
    if (second_factor === 'none') throw new Refusal('second_factor_required')
    const codes = await giveRecoveryCodes(tx, services, accountId)
    await warnOwner(tx, services, accountId, {
      to: email,
      subject: 'Новые коды восстановления',
      what: 'Для вашей учётной записи сделаны новые коды восстановления. Прежние больше не действуют.',
    })
    await recordAudit(tx, { actorId: accountId, action: 'recovery_codes_made', subject: `account:${accountId}` })
    return codes
  })
}

/** Whether this is a recovery code of the account that was not used yet; null when it has not the form of one. */
export async function isRecoveryCode(services: Services, accountId: number, typed: string): Promise<boolean | null> {
  const plain = readCode(typed)
  return plain === null ? null : holdsCode(services.db, accountId, hashOf(services, accountId, plain))
}

async function holdsCode(db: Db, accountId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select ${hash} = any(recovery_codes) as held from accounts where id = ${accountId}`.execute(db)
  return rows[0]?.held === true
}

/** Uses the code up and tells its owner. Of two logins at once with one code one is refused. */
export async function spendRecoveryCode(
  tx: Tx,
  services: Services,
  { id, email }: { id: number; email: string },
  typed: string,
): Promise<void> {
  const hash = hashOf(services, id, readCode(typed) ?? '')
  const { rows } = await sql<{ left: number }>`
    update accounts set recovery_codes = array_remove(recovery_codes, ${hash})
    where id = ${id} and ${hash} = any(recovery_codes)
    returning cardinality(recovery_codes) as left`.execute(tx)
  const [used] = rows
  if (!used) throw new Refusal('invalid_code')
  await warnOwner(tx, services, id, {
    to: email,
    subject: 'Вход по коду восстановления',
    what: `В вашу учётную запись вошли по коду восстановления, второй раз он не подойдёт. ${leftInWords(used.left)}`,
  })
  await recordAudit(tx, {
    actorId: id,
    action: 'recovery_code_used',
    subject: `account:${id}`,
    detail: { left: used.left },
  })
}

const leftInWords = (left: number) =>
  left === 0
    ? 'Кодов больше не осталось: сделайте новые в профиле, в разделе «Безопасность».'
    : `Осталось: ${counted(left, 'код', 'кода', 'кодов')}.`
