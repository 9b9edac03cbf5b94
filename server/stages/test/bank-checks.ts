import type { Db, Tx } from '#server/db.ts'
import type { ChecklistItem } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { shortageInWords, shortages } from '#shared/stages/test/shortages.ts'
import { stockOf } from './bank-store.ts'
import { testSettings } from './test-stage.ts'

/** No paper can be made of a bank with too few questions. */
export async function bankChecks(db: Db | Tx, stage: SeasonStage): Promise<ChecklistItem[]> {
  const { sections } = testSettings(stage)
  const lacking = sections.length === 0 ? [] : shortages(sections, await stockOf(db, stage.competitionCode))
  return lacking.map((each) => ({ level: 'red', text: `Вопросов не хватает. ${shortageInWords(each)}` }))
}
