import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts } from '#shared/stages/kind-facts.ts'

export const mentorMeetingsFacts = kindFacts({
  type: 'mentor_meetings',
  title: 'Встречи с наставниками',
  addresses: [{ tail: '/$stage' }, { tail: '/{-$stage}/$id/$action', guard: 'meeting' }],
  // The page shows past meetings.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'none',
  words: { until: 'Открыто до', begin: 'Открыть', resume: 'Открыть' },
})
