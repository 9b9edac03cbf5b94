import { mentorChoiceParts } from '#server/programme/mentors/choice-work.ts'
import { serverKind } from '#server/stages/kind.ts'
import { mentorChoiceKind } from '#shared/programme/mentor_choice/contract.ts'

export const mentorChoice = serverKind(mentorChoiceKind, mentorChoiceParts)
