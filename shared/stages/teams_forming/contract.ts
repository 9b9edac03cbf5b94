import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'
import { greatestTeamSize } from '#shared/team-formation/team-rules.ts'

const size = Type.Integer({ minimum: 1, maximum: greatestTeamSize })

/** `regional` is the view of the stage at which teams of a regional group are joined; at any other people form them. */
export const teamsFormingKind = stageKind({
  type: 'teams_forming',
  title: 'Команды',
  settings: Type.Object({
    /** How many people make a team: exactly five where nothing is said, exactly this many where one bound is named. */
    size_min: Type.Optional(size),
    size_max: Type.Optional(size),
    /** Codes of the stages that every member must have passed before the team counts as complete. */
    member_stages: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })),
    /** Documents that every member must have consented to. */
    member_consents: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), title: Type.String() }), { maxItems: 10 }),
    ),
    /** `auto`: a team that is complete when the stage closes has passed it. */
    check: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('manual')])),
    /** ISO moments between which regional teammates mark one another; what is not said is the stage's own bound. */
    assessment_opens_at: Type.Optional(Type.String()),
    assessment_closes_at: Type.Optional(Type.String()),
  }),
  shownSettings: [],
})
