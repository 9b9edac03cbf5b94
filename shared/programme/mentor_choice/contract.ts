import { mentorChoice } from '#shared/programme/mentors/choice-settings.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { mentorChoiceFacts } from './kind.ts'

export const mentorChoiceKind = stageKind(mentorChoiceFacts, mentorChoice)
