import type { Db, Tx } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The rules stage by the codes of the competition and the stage, or a refusal. */
export async function rulesStage(
  db: Db | Tx,
  { competition, code }: { competition: string; code: string },
): Promise<number> {
  const known = await db.selectFrom('competitions').select('code').where('code', '=', competition).executeTakeFirst()
  if (!known) throw new Refusal('competition_not_found')
  const stage = await db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', competition)
    .where('code', '=', code)
    .where('type', '=', rulesFacts.type)
    .executeTakeFirst()
  if (!stage) throw new Refusal('stage_not_found')
  return stage.id
}

/** The versions in force now, the current one first. */
export function versionsInForce(db: Db | Tx, stageId: number, now: Date) {
  return db
    .selectFrom('rules_versions')
    .select(['version', 'text', 'effective_from', 'requires_reaccept'])
    .where('stage_id', '=', stageId)
    .where('effective_from', '<=', now)
    .orderBy('version', 'desc')
    .execute()
}

/** The person's latest answer, or null. */
export async function lastAnswer(db: Db | Tx, of: { accountId: number; stageId: number }) {
  const found = await db
    .selectFrom('rules_answers')
    .select(['version', 'status', 'comment', 'answered_at'])
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Publishes a version of the rules. When it must be accepted again, the stage reopens for everybody on the date when
 * the version takes effect.
 */
export async function addRulesVersion(
  tx: Tx | Db,
  rules: { stageId: number; version: number; text: string; effectiveFrom: Date; requiresReaccept: boolean },
): Promise<void> {
  await tx
    .insertInto('rules_versions')
    .values({
      stage_id: rules.stageId,
      version: rules.version,
      text: rules.text,
      effective_from: rules.effectiveFrom,
      requires_reaccept: rules.requiresReaccept,
    })
    .execute()
  if (rules.version === 1 || !rules.requiresReaccept) return
  await tx
    .insertInto('stage_reopenings')
    .values({
      stage_id: rules.stageId,
      at: rules.effectiveFrom,
      reason: 'Правила изменились, их нужно принять ещё раз',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The person's answers to each version of the rules, for the export of their data. */
export async function ownRulesAnswers(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('rules_answers as r')
    .innerJoin('stages as s', 's.id', 'r.stage_id')
    .select(['s.title', 's.competition_code', 'r.version', 'r.status', 'r.comment', 'r.answered_at', 'r.ip'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Правила', `${row.title}, редакция ${row.version}`],
      ['Ответ', row.status === 'done' ? 'приняты' : `отклонены: ${row.comment}`],
      ['Когда', moment(row.answered_at)],
    ],
  }))
}
