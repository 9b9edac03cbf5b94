import type { Services } from '#server/services.ts'
import { partsOf } from '#server/stages/parts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { isLesson, planAndReport } from './lesson-parts.ts'

/** The lesson with this code in a competition, with its plan and report if it has both. Refuses any other stage. */
export async function lessonStage(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  { competition, code }: { competition: string; code: string },
) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const whole = season.byCode.get(code)
  if (!whole || !isLesson(whole)) throw new Refusal('stage_not_found')
  return { whole, parts: planAndReport(partsOf(season.stages, whole), (row) => row) }
}
