import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const mentorChoiceFacts = kindFacts({
  type: 'mentor_choice',
  title: 'Выбор наставника',
  addresses: usualAddress,
  // The page shows the chosen mentors.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: usualWords,
})
