import type { StagePlace } from '#server/stages/stored-stage.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'

/**
 * What the audit stores about a change of a stage. Of texts only the field's name is stored, so that the audit has no
 * personal data.
 */
export const auditDetail = (place: StagePlace, changes: readonly StageChange[]) => ({
  subject: `stage:${place.competition}/${place.code}`,
  detail: { competition: place.competition, stage: place.code, changes },
})
