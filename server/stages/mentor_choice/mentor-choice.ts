import { mentorChoiceParts } from '#server/mentors/choice-work.ts'
import { serverKind } from '#server/stages/kind.ts'
import { mentorChoiceKind } from '#shared/stages/mentor_choice/contract.ts'

export const mentorChoice = serverKind(mentorChoiceKind, mentorChoiceParts)
