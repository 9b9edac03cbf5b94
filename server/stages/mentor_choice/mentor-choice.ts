import { mentorChoiceStage } from '#server/mentors/choice-stage.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'

export const mentorChoice: ServerStageKind = mentorChoiceStage
