import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const registrationFacts = kindFacts({
  type: 'registration',
  title: 'Регистрация',
  addresses: usualAddress,
  // The page shows the reason of a rejection, and accepts the entry code of a person who comes late.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { ...usualWords, begin: 'Зарегистрироваться' },
})
