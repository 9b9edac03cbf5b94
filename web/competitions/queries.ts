import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Answer } from '#web/platform/api/client.ts'
import { api, session } from '#web/platform/api/portal-api.ts'

export type Competition = Answer<'GET /competitions'>['competitions'][number] & {
  door?: 'participant' | 'supporter' | null
  track?: string | null
}
export type Track = Answer<'GET /user/tracks'>['tracks'][number]

/** The visible competitions: one's own with the track where logged in, otherwise the public ones. */
export const competitionsQuery = queryOptions({
  queryKey: ['competitions'],
  queryFn: async (): Promise<Competition[]> => {
    const answer = session.token() ? await api('GET /user/competitions') : await api('GET /competitions')
    return answer.competitions
  },
  staleTime: 5 * 60_000,
})

export const tracksQuery = (competition: string) =>
  queryOptions({
    queryKey: ['tracks', competition],
    queryFn: async () => (await api('GET /user/tracks', { query: { competition_code: competition } })).tracks,
  })

/** The competition of the address; undefined outside one. */
export function useCompetition(): Competition | undefined {
  const { competition } = useParams({ strict: false }) as { competition?: string }
  return useQuery(competitionsQuery).data?.find((each) => each.code === competition)
}
