import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Answer } from '#web/platform/api/client.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'

export type Competition = Answer<'GET /competitions'>['competitions'][number] & {
  door?: 'participant' | 'supporter' | null
  track?: string | null
}
export type Track = Answer<'GET /user/tracks'>['tracks'][number]

/** The visible competitions: with the person's own tracks when logged in, otherwise the public list. */
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

const visitedKey = 'competition'

/** Stored for this tab: pages of the person belong to no competition but keep the look of the last one. */
export function rememberCompetition(code: string): void {
  try {
    sessionStorage.setItem(visitedKey, code)
  } catch {
    // Without storage the portal's own look is used.
  }
}

/** The code of the competition whose look an address has, even when the path and the query have none. */
export function lookCode(path: string, search: Record<string, unknown>, named?: string): string | undefined {
  if (named || !/^\/(profile|offline-event-booking|mentor|home|desk)(\/|$)/.test(path)) return named
  const asked = search.competition ?? search.competitionCode
  if (typeof asked === 'string') return asked
  try {
    return sessionStorage.getItem(visitedKey) ?? undefined
  } catch {
    return undefined
  }
}

/** The competition whose look, header and footer the page has: that of the address, or the last visited one. */
export function useLookCompetition(): Competition | undefined {
  const named = useCompetitionCode()
  const code = useLocation({ select: ({ pathname, search }) => lookCode(pathname, search, named) })
  return useQuery(competitionsQuery).data?.find((each) => each.code === code)
}

/** The competition in the address; undefined outside one. */
export function useCompetition(): Competition | undefined {
  const named = useCompetitionCode()
  return useQuery(competitionsQuery).data?.find(({ code }) => code === named)
}
