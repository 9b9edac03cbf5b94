import type { Season, SeasonStage } from '#server/stages/season.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The stage with this code, which must have parts, or a refusal. */
export function multiformStage(season: Season | null, code: string): { season: Season; whole: SeasonStage } {
  if (!season) throw new Refusal('competition_not_found')
  const whole = season.byCode.get(code)
  if (whole?.type !== multiformKind.type) throw new Refusal('stage_not_found')
  return { season, whole }
}
