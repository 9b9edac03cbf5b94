import { queryOptions } from '@tanstack/react-query'
import { parseWire } from '#shared/time/moscow.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { keepServerTime } from './server-clock.ts'
import type { Stage } from './stage.ts'

export interface StagesAnswer {
  now: string
  stages: Stage[]
  disqualification: { infoblock: { title: string; text: string } } | null
}

export type StageDetails = Answer<'GET /user/stages/:stage_id'>

export const stagesQuery = (competition: string, track: string) =>
  queryOptions({
    queryKey: ['stages', competition, track],
    queryFn: async () => {
      const answer = await api('GET /user/user-stages', { query: { competition_code: competition, track } })
      const now = parseWire(answer.now)
      if (now) keepServerTime(now)
      return answer as StagesAnswer
    },
  })

export const stageQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['stage', stageId],
    queryFn: () => api('GET /user/stages/:stage_id', { params: { stage_id: stageId } }),
  })
