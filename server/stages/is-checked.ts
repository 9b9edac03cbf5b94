import type { SeasonStage } from './season.ts'

/** What people check at a stage: what is handed in, or the teams that are made there. Null where nobody checks anything. */
export function checkedAt(
  stage: Pick<SeasonStage, 'kind' | 'settings' | 'view'> | undefined,
): 'works' | 'teams' | null {
  if (stage?.kind?.work?.toCheck) return 'works'
  return stage?.kind?.checksTeams?.(stage) ? 'teams' : null
}
