import { queryOptions } from '@tanstack/react-query'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Observation = Answer<'GET /desk/observations/:observation_id'>
export type ListedObservation = Answer<'GET /desk/observations'>['observations'][number]

export const observationsQuery = queryOptions({
  queryKey: ['desk', 'observations'],
  queryFn: () => api('GET /desk/observations'),
  staleTime: 0,
})

export const observationQuery = (observationId: number) =>
  queryOptions({
    queryKey: ['desk', 'observations', observationId],
    queryFn: () => api('GET /desk/observations/:observation_id', { params: { observation_id: observationId } }),
    staleTime: 0,
    gcTime: 0,
    // The other observers hand in while this one waits.
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 20_000 : false),
  })

/** What an observer has typed: marks by `<ID>_<code>` and `team_<code>`. */
export interface TypedGrid {
  marks: Record<string, number>
  words: string
}

export const typedIn = (data: Record<string, unknown>): TypedGrid => ({
  marks: {},
  words: '',
  ...(data as Partial<TypedGrid>),
})

/** What the observer types, as a draft on the server. */
export const gridDraftOn = ({ observation_id, typed }: Observation): DraftServer => ({
  read: async () => ({
    draft: { marks: typed.marks, words: typed.words },
    revision: typed.revision,
    saved_at: typed.saved_at,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /desk/observations/:observation_id/draft', {
      params: { observation_id },
      body: { ...typedIn(data), revision },
      keepalive,
    }),
})

export const sendGrid = (observation_id: number, body: TypedGrid) =>
  api('POST /desk/observations/:observation_id/marks', { params: { observation_id }, body })

export const sendAgreed = (observation_id: number, body: { marks: Record<string, number>; revision: number }) =>
  api('PUT /desk/observations/:observation_id/agreed', { params: { observation_id }, body })
