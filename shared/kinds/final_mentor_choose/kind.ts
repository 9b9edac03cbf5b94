import { mentorChoiceFacts } from '#shared/programme/mentor_choice/kind.ts'
import { kindFacts } from '#shared/stages/kind-facts.ts'

export const finalMentorChooseFacts = kindFacts({
  ...mentorChoiceFacts,
  type: 'final_mentor_choose',
  title: 'Выбор наставника финалистом',
})
