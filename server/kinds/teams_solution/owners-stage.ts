import type { Services } from '#server/services.ts'
import { teamsSolutionKind } from '#shared/kinds/teams_solution/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { settingsOf } from './solution-stage.ts'

export interface Place {
  competition: string
  code: string
}

/** A stage of this kind with its settings, for its organiser. */
export async function ownersSolution({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== teamsSolutionKind.type) throw new Refusal('stage_not_found')
  return { stage, settings: settingsOf(stage) }
}
