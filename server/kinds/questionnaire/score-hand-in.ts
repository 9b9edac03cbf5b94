import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db.ts'
import { formVersion } from '#server/stages/forms/store.ts'
import { type ProcessedWork, settingsAt } from '#server/stages/kind.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { scored } from './score.ts'
import { keysOf } from './store.ts'

/** Scores a hand-in by the keys and norms of the version that was answered. Safe to repeat. */
export async function scoreHandIn(tx: Tx, work: ProcessedWork): Promise<void> {
  const { handInId, accountId, stage, data, formVersion: version, now } = work
  const keys = await keysOf(tx, stage.id, version)
  const schema = await formVersion(tx, stage.id, version)
  // Without keys the answers are kept, but not scored.
  if (!keys || !schema) return
  const result = scored(fieldsOf(schema), data, keys.keys, keys.norms, settingsAt(questionnaireKind, stage))
  await tx
    .insertInto('questionnaire_results')
    .values({
      hand_in_id: handInId,
      account_id: accountId,
      stage_id: stage.id,
      alias: randomBytes(5).toString('hex'),
      form_version: version,
      norm_version: keys.norm_version,
      norm_group: result.normGroup,
      scales: JSON.stringify(result.scales),
      flags: result.flags,
      inconsistency: result.inconsistency,
      desirability: result.desirability,
      seconds: result.seconds,
      scored_at: now,
    })
    .onConflict((conflict) => conflict.column('hand_in_id').doNothing())
    .execute()
}
