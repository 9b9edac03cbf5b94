import type { Db, Tx } from '#server/db.ts'
import type { ChecklistItem } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { lackingIn } from '#shared/kinds/test/blueprint.ts'
import { stockOf } from './bank-store.ts'
import { testSettings, tracksOf } from './test-stage.ts'

/** A bank with too few questions is a fault, because no paper can be drawn from it. */
export async function bankChecks(db: Db | Tx, stage: SeasonStage): Promise<ChecklistItem[]> {
  const tracks = await db
    .selectFrom('tracks')
    .select(['code', 'title'])
    .where('competition_code', '=', stage.competitionCode)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  const own = tracksOf(stage, tracks)
  const lacking = lackingIn(testSettings(stage), own, await stockOf(db, stage.competitionCode))
  return lacking.map((each) => ({ level: 'red', text: `Вопросов не хватает. ${each}` }))
}
