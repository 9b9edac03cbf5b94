import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { readableCode, typedCode } from '#server/platform/crypto/readable-code.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { type RegistrationPlace, registrationAt } from './registration-place.ts'

type Keys = Pick<Services['config'], 'pepper'>

const saltBytes = 16
/** How many people who used a code are listed. */
const namedUses = 50

const codeOf = ({ pepper }: Keys, salt: Buffer): string =>
  readableCode(keyedHash(pepper, 'entry code', salt.toString('hex')))

export const hashOfEntryCode = ({ pepper }: Keys, code: string): Buffer =>
  keyedHash(pepper, 'entry code hash', typedCode(code))

/** The stored values of a new code. */
export function newEntryCode(config: Keys): { salt: Buffer; code_hash: Buffer } {
  const salt = randomBytes(saltBytes)
  return { salt, code_hash: hashOfEntryCode(config, codeOf(config, salt)) }
}

interface Use {
  test_id: number
  at: string
}

/** The codes of a registration, the newest first, each with who has used it. */
export async function listEntryCodes(services: Services, place: RegistrationPlace, { limit, offset }: Page) {
  const { db, config, clock } = services
  const stage = await registrationAt(db, services, place)
  const listed = db
    .selectFrom('entry_codes as e')
    .leftJoin('accounts as a', 'a.id', 'e.given_by')
    .select(['e.id', 'e.salt', 'e.uses', 'e.uses_left', 'e.expires_at', 'e.email', 'e.reason', 'e.given_at'])
    .select(['e.revoked_at', 'a.first_name', 'a.last_name'])
    .select(
      sql<Use[] | null>`(select json_agg(json_build_object('test_id', u.test_id, 'at', u.used_at) order by u.used_at)
        from (select b.test_id, s.used_at from entry_code_uses s join accounts b on b.id = s.account_id
          where s.code_id = e.id order by s.used_at, s.account_id limit ${namedUses}) as u)`.as('used'),
    )
    .where('e.stage_id', '=', stage.id)
    .orderBy('e.id', 'desc')
  const { rows, count } = await readPage(listed, { limit, offset })
  return {
    count,
    codes: rows.map((row) => ({
      id: row.id,
      code: codeOf(config, row.salt),
      uses: row.uses,
      uses_left: row.uses_left,
      expires_at: formatWire(row.expires_at),
      email: row.email,
      reason: row.reason,
      given_at: formatWire(row.given_at),
      given_by: row.last_name === null ? null : fullName(row as { first_name: string; last_name: string }),
      state: stateOf(row, clock()),
      used: (row.used ?? []).map(({ test_id, at }) => ({ test_id, at: formatWire(new Date(at)) })),
    })),
  }
}

function stateOf(row: { revoked_at: Date | null; uses_left: number; expires_at: Date }, now: Date) {
  if (row.revoked_at) return 'revoked' as const
  if (row.uses_left === 0) return 'used' as const
  return row.expires_at <= now ? ('expired' as const) : ('valid' as const)
}

interface NewCode {
  uses: number
  expires_at: string
  email: string | null
  reason: string
}

export async function makeEntryCode(
  services: Services,
  actorId: number,
  place: RegistrationPlace,
  asked: NewCode,
): Promise<void> {
  const { db, config, clock } = services
  const now = clock()
  const stage = await registrationAt(db, services, place)
  const expiresAt = parseWire(asked.expires_at)
  const email = asked.email?.trim().toLowerCase() || null
  const reason = asked.reason.trim()
  const faults: FieldFaults = {
    ...(!reason && { reason: { rule: 'required', message: 'Обязательное поле' } }),
    ...((!expiresAt || expiresAt <= now) && { expires_at: { rule: 'future', message: 'Укажите время в будущем' } }),
    ...(email !== null && !isEmail(email) && { email: { rule: 'email', message: 'Введите адрес почты целиком' } }),
  }
  if (Object.keys(faults).length > 0 || !expiresAt) throw new Refusal('form_invalid', { fields: faults })
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('entry_codes')
      .values({
        ...{ stage_id: stage.id, ...newEntryCode(config) },
        ...{ uses: asked.uses, uses_left: asked.uses, expires_at: expiresAt, email, reason },
        ...{ given_by: actorId, given_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { competition, code } = place
    await recordAudit(tx, {
      actorId,
      action: 'entry_code_given',
      subject: `stage:${competition}/${code}`,
      detail: {
        ...{ competition, stage: code, entry_code: id, uses: asked.uses, until: asked.expires_at },
        // The address stands with the code, from which it is removed.
        personal: email !== null,
      },
    })
  })
}

/** Revokes a code. People who have used it stay. */
export async function revokeEntryCode(
  services: Services,
  actorId: number,
  place: RegistrationPlace,
  id: number,
): Promise<void> {
  const { db, clock } = services
  const stage = await registrationAt(db, services, place)
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('entry_codes')
      .select('revoked_at')
      .where('id', '=', id)
      .where('stage_id', '=', stage.id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal('not_found')
    if (found.revoked_at) return
    await tx.updateTable('entry_codes').set({ revoked_at: clock() }).where('id', '=', id).execute()
    const { competition, code } = place
    await recordAudit(tx, {
      actorId,
      action: 'entry_code_revoked',
      subject: `stage:${competition}/${code}`,
      detail: { competition, stage: code, entry_code: id },
    })
  })
}

/** Removes the addresses from expired codes. */
export async function forgetAddressesOfCodes(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('entry_codes')
    .set({ email: null })
    .where('email', 'is not', null)
    .where((is) => is.or([is('expires_at', '<', now), is('revoked_at', 'is not', null), is('uses_left', '=', 0)]))
    .execute()
}
