import { queryOptions } from '@tanstack/react-query'
import type { Side } from '#shared/kinds/playoff/bracket.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type JudgedMatch = Answer<'GET /desk/matches/:match_id'>
export type ListedMatch = Answer<'GET /desk/matches'>['matches'][number]

export const matchesQuery = queryOptions({
  queryKey: ['desk', 'matches'],
  queryFn: () => api('GET /desk/matches'),
  staleTime: 0,
})

export const matchQuery = (matchId: number) =>
  queryOptions({
    queryKey: ['desk', 'matches', matchId],
    queryFn: () => api('GET /desk/matches/:match_id', { params: { match_id: matchId } }),
    staleTime: 0,
    gcTime: 0,
    // The match begins and ends while the judge looks at it.
    refetchInterval: ({ state }) => (state.data?.open ? false : 20_000),
  })

/** What a judge has typed; a criterion without a mark is left out. */
export interface TypedMatch {
  marks: Record<string, number>
  comment_a: string
  comment_b: string
  favours: Side | null
}

/** A kept draft in its shape; an older copy in this browser may lack a part. */
export const typedIn = (data: Record<string, unknown>): TypedMatch => ({
  marks: {},
  comment_a: '',
  comment_b: '',
  favours: null,
  ...(data as Partial<TypedMatch>),
})

/** What the judge types, as a draft on the server. */
export const matchDraftOn = ({ match_id, typed }: JudgedMatch): DraftServer => ({
  read: async () => ({
    draft: { marks: typed.marks, comment_a: typed.comment_a, comment_b: typed.comment_b, favours: typed.favours },
    revision: typed.revision,
    saved_at: typed.saved_at,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /desk/matches/:match_id/draft', { params: { match_id }, body: { ...typedIn(data), revision }, keepalive }),
})

export const sendMarks = (match_id: number, typed: TypedMatch) =>
  api('POST /desk/matches/:match_id/marks', { params: { match_id }, body: typed })

export const sendAbstention = (match_id: number, reason: string, knows: Side[]) =>
  api('POST /desk/matches/:match_id/abstention', { params: { match_id }, body: { reason, knows } })
