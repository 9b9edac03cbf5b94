import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Panel = Answer<'GET /admin/competitions/:competition/stages/:code/playoff'>
export type PanelMatch = Panel['matches'][number]
export type PanelEntrant = Panel['entrants'][number]
export type Drawn = Answer<'POST /admin/competitions/:competition/stages/:code/playoff/draw'>
export type Acted = Answer<'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id'>

const params = ({ competition, code }: StagePanelProps) => ({ competition, code })

export const panelQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['playoff-panel', place.competition, place.code],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/playoff', { params: params(place) }),
    staleTime: 0,
    retry: false,
    // Judges hand in while the organiser looks on.
    refetchInterval: ({ state }) =>
      state.data?.matches.some(({ state: now }) => now === 'live' || now === 'judging') ? 20_000 : false,
  })

export interface MatchAct {
  act: 'start' | 'pause' | 'resume' | 'finish' | 'absent' | 'annul' | 'publish' | 'correct'
  absent?: 'a' | 'b' | 'both'
  to?: 'a' | 'b' | 'none' | 'replay'
  reason?: string
  preview?: boolean
}

export interface Schedule {
  revision: number
  starts_at: string | null
  minutes: number
  room: string
  link: string
  task: string
  judges: number[]
}

export const callsOf = (place: StagePanelProps) => ({
  draw: (body: { act: 'preview' | 'renew' | 'publish'; seed?: string; entrants?: number }) =>
    api('POST /admin/competitions/:competition/stages/:code/playoff/draw', { params: params(place), body }),
  schedule: (match_id: number, body: Schedule) =>
    api('PUT /admin/competitions/:competition/stages/:code/playoff/matches/:match_id', {
      params: { ...params(place), match_id },
      body,
    }),
  act: (match_id: number, body: MatchAct) =>
    api('POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id', {
      params: { ...params(place), match_id },
      body,
    }),
  drop: (entrant_id: number, body: { reason: string; lucky: boolean; preview?: boolean }) =>
    api('POST /admin/competitions/:competition/stages/:code/playoff/entrants/:entrant_id/drop', {
      params: { ...params(place), entrant_id },
      body,
    }),
})

/** An act of an organiser; afterwards the panel is read again, also when the act was refused. */
export function useAct<Sent, Said>(
  place: StagePanelProps,
  act: (sent: Sent) => Promise<Said>,
  onDone?: (said: Said) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (said) => onDone?.(said),
    onSettled: () => queries.invalidateQueries({ queryKey: panelQuery(place).queryKey }),
  })
}
