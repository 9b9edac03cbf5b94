import { kindFacts } from '#shared/stages/kind-facts.ts'
import { mentorChoiceFacts } from '#shared/stages/mentor_choice/kind.ts'

export const finalMentorChooseFacts = kindFacts({
  ...mentorChoiceFacts,
  type: 'final_mentor_choose',
  title: 'Выбор наставника финалистом',
})
