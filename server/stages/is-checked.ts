import type { SeasonStage } from './season.ts'

/** What people check at a stage: handed-in works, or the teams that are made there. Null where nothing is checked. */
export function checkedAt(
  stage: Pick<SeasonStage, 'kind' | 'settings' | 'view'> | undefined,
): 'works' | 'teams' | null {
  if (stage?.kind?.work?.toCheck) return 'works'
  return stage?.kind?.checksTeams?.(stage) ? 'teams' : null
}
