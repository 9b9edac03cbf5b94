import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts } from '#shared/stages/kind-facts.ts'

export const teamsFormingFacts = kindFacts({
  type: 'teams_forming',
  title: 'Команды',
  addresses: [
    { tail: '/{-$team}', guard: 'teams' },
    { tail: '/list', variant: 'list' },
  ],
  // The page shows the person's own team, also when the team is locked or was checked.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'none',
  words: { until: 'Собрать до', begin: 'Открыть', resume: 'К команде' },
})
