import type { StageChange } from '#shared/stage-editing/stage-changes.ts'
import type { StagePlace } from './stored-stage.ts'

/** What the audit keeps of a change of a stage: texts by their names alone, so that it holds nobody's personal data. */
export const auditDetail = (place: StagePlace, changes: readonly StageChange[]) => ({
  subject: `stage:${place.competition}/${place.code}`,
  detail: { competition: place.competition, stage: place.code, changes },
})
