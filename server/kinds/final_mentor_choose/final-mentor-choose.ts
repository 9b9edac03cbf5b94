import { mentorChoiceParts } from '#server/programme/mentors/choice-work.ts'
import { serverKind } from '#server/stages/kind.ts'
import { finalMentorChooseKind } from '#shared/kinds/final_mentor_choose/contract.ts'

export const finalMentorChoose = serverKind(finalMentorChooseKind, mentorChoiceParts)
