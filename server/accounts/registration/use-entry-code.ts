import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { closed, isWorkable, lockStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { hashOfEntryCode } from './entry-codes.ts'
import { graceMs } from './open-registration.ts'

export interface FoundCode {
  id: number
  expires_at: Date
}

/** The code that a person typed. Throws if it does not fit this registration now, or was given to another `email`. */
export async function fittingCode(
  db: Db | Tx,
  config: Services['config'],
  { stageId, code, email }: { stageId: number; code: string; email?: string },
  now: Date,
): Promise<FoundCode> {
  const found = await db
    .selectFrom('entry_codes')
    .select(['id', 'uses_left', 'expires_at', 'email', 'revoked_at'])
    .where('code_hash', '=', hashOfEntryCode(config, code))
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  refuseUnfit(found, email, now)
  return found
}

interface CodeRow extends FoundCode {
  uses_left: number
  email: string | null
  revoked_at: Date | null
}

function refuseUnfit(code: CodeRow | undefined, email: string | undefined, now: Date): asserts code is CodeRow {
  if (!code || code.revoked_at) throw new Refusal('entry_code_wrong')
  if (code.expires_at <= now)
    throw new Refusal('entry_code_expired', { values: { until: showDateTime(code.expires_at) } })
  if (code.uses_left === 0) throw new Refusal('entry_code_used')
  if (code.email !== null && email !== undefined && code.email !== email.trim().toLowerCase())
    throw new Refusal('entry_code_of_other')
}

/**
 * Locks a code before anything else in the transaction: the writes of a registration lock its row in shared mode by a
 * foreign key, and two transactions that share it would wait for each other when they take a use.
 */
export async function lockCode(tx: Tx, codeId: number): Promise<void> {
  await tx.selectFrom('entry_codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute()
}

/**
 * Takes one use of a locked code and opens the registration to the person until the code expires. The lock decides who
 * gets the last use; a person takes only one use, however often they type the code. `begun`: a registration that began
 * in time may be completed a little later.
 */
export async function takeUse(
  tx: Tx,
  of: { codeId: number; accountId: number; stageId: number; email: string; begun: boolean },
  now: Date,
): Promise<void> {
  const code = await tx
    .selectFrom('entry_codes')
    .select(['id', 'uses_left', 'expires_at', 'email', 'revoked_at', 'given_by'])
    .where('id', '=', of.codeId)
    .executeTakeFirst()
  const used = await tx
    .selectFrom('entry_code_uses')
    .select('used_at')
    .where('code_id', '=', of.codeId)
    .where('account_id', '=', of.accountId)
    .executeTakeFirst()
  if (used) return
  refuseUnfit(code, of.email, of.begun ? new Date(now.getTime() - graceMs) : now)
  await tx.updateTable('entry_codes').set({ uses_left: sql<number>`uses_left - 1` }).where('id', '=', code.id).execute()
  await tx.insertInto('entry_code_uses').values({ code_id: code.id, account_id: of.accountId, used_at: now }).execute()
  await tx
    .insertInto('stage_extensions')
    .values({
      ...{ stage_id: of.stageId, account_id: of.accountId, closes_at: code.expires_at },
      ...{ reason: 'Код позднего входа', granted_by: code.given_by, granted_at: now },
    })
    .execute()
}

/** Whether a code has let this person into the registration. */
export async function cameByCode(tx: Tx, accountId: number, stageId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('entry_code_uses as u')
    .innerJoin('entry_codes as e', 'e.id', 'u.code_id')
    .select('e.id')
    .where('u.account_id', '=', accountId)
    .where('e.stage_id', '=', stageId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Opens a closed registration to a person with an account who types a code. */
export async function enterByCode(
  { db, config, clock, seasons }: Services,
  { accountId, stageId, code }: { accountId: number; stageId: number; code: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const typed = await tx
      .selectFrom('entry_codes')
      .select('id')
      .where('code_hash', '=', hashOfEntryCode(config, code))
      .executeTakeFirst()
    if (typed) await lockCode(tx, typed.id)
    const stage = await lockStage(tx, seasons, accountId, { stageId, type: 'registration' }, now)
    const { state } = stage
    if (['success', 'wait', 'processing'].includes(state.status) && stage.facts.submittedAt !== null)
      throw new Refusal('already_registered')
    const { email } = await tx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const found = await fittingCode(tx, config, { stageId, code, email }, now)
    // An open registration needs no code, and a code only helps after the end: it does not replace other conditions.
    if (isWorkable(stage)) return
    if (state.status !== 'timeover') throw closed(state)
    await takeUse(tx, { codeId: found.id, accountId, stageId, email, begun: false }, now)
  })
}
