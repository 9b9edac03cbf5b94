import { mentorChoice } from '#shared/programme/mentors/choice-settings.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { finalMentorChooseFacts } from './kind.ts'

export const finalMentorChooseKind = stageKind(finalMentorChooseFacts, mentorChoice)
