import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'

export type Playoff = Answer<'GET /user/stages/:stage_id/playoff'>
export type Match = Playoff['matches'][number]
export type OwnMatch = Playoff['own'][number]
export type Entrant = Playoff['entrants'][number]

const pause = 20_000
const isMoving = ({ state }: Pick<Match, 'state'>) => state === 'live' || state === 'judging'

/** Loaded again by itself while a match of the person is under way. */
export const playoffQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'playoff'],
    queryFn: () => api('GET /user/stages/:stage_id/playoff', { params: { stage_id: stageId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const own = new Set(state.data?.own.map(({ match_id }) => match_id))
      return state.data?.matches.some((match) => own.has(match.match_id) && isMoving(match)) ? pause : false
    },
  })
