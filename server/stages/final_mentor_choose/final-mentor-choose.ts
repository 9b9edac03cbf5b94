import { mentorChoiceParts } from '#server/mentors/choice-work.ts'
import { serverKind } from '#server/stages/kind.ts'
import { finalMentorChooseKind } from '#shared/stages/final_mentor_choose/contract.ts'

export const finalMentorChoose = serverKind(finalMentorChooseKind, mentorChoiceParts)
