import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pairsPage } from '#shared/review/similarity/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Pairs = Answer<'GET /admin/competitions/:competition/stages/:code/similarity'>
export type Pair = Pairs['pairs'][number]
export type PairSide = Pair['sides'][number]

const key = ({ competition, code }: StagePanelProps) => ['similarity', competition, code]

/** Null for a stage whose works are not compared. */
export const pairsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'page', page],
    queryFn: async (): Promise<Pairs | null> => {
      try {
        return await api('GET /admin/competitions/:competition/stages/:code/similarity', {
          params: { ...place },
          query: { limit: pairsPage, offset: (page - 1) * pairsPage },
        })
      } catch (error) {
        if (isFailure(error, 'stage_not_found')) return null
        throw error
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const pairQuery = (place: StagePanelProps, pair: number) =>
  queryOptions({
    queryKey: [...key(place), 'pair', pair],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/similarity/:pair_id', {
        params: { ...place, pair_id: pair },
      }),
  })
