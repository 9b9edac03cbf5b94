import type { Db, Tx } from '#server/db.ts'

/** The keys by which the answers to one version are scored; null when none were imported. */
export async function keysOf(db: Db | Tx, stageId: number, formVersion: number) {
  const found = await db
    .selectFrom('questionnaire_keys')
    .select(['form_version', 'keys', 'norm_version', 'norms'])
    .where('stage_id', '=', stageId)
    .where('form_version', '=', formVersion)
    .executeTakeFirst()
  return found ?? null
}

export async function lastKeys(db: Db | Tx, stageId: number) {
  const found = await db
    .selectFrom('questionnaire_keys')
    .select(['form_version', 'keys', 'norm_version', 'norms', 'imported_at'])
    .where('stage_id', '=', stageId)
    .orderBy('form_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export async function reportPublishedAt(db: Db | Tx, stageId: number): Promise<Date | null> {
  const found = await db
    .selectFrom('questionnaire_reports')
    .select('published_at')
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return found?.published_at ?? null
}

/** The result of the person's latest hand-in; null while it is not scored. */
export async function lastResult(db: Db | Tx, of: { accountId: number; stageId: number }) {
  const found = await db
    .selectFrom('questionnaire_results')
    .select(['hand_in_id', 'form_version', 'scales', 'norm_group', 'scored_at'])
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .orderBy('hand_in_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
