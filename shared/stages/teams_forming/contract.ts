import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'

/** `regional` is the view of the stage at which teams of a regional group are joined. */
export const teamsFormingKind = stageKind({
  type: 'teams_forming',
  title: 'Команды',
  settings: Type.Object({
    /** ISO moments between which teammates mark one another; what is not said is the stage's own bound. */
    assessment_opens_at: Type.Optional(Type.String()),
    assessment_closes_at: Type.Optional(Type.String()),
  }),
  shownSettings: [],
})
