import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { workKey } from '#web/stages/queries.ts'

export const eventOfStageQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'event'],
    queryFn: () => api('GET /user/stages/:stage_id/event', { params: { stage_id: stageId } }),
  })

export type Panel = Answer<'GET /admin/competitions/:competition/stages/:code/event'>
export type PanelSlot = Panel['slots'][number]
export type Acted = Answer<'POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id'>

const params = ({ competition, code }: StagePanelProps) => ({ competition, code })

export const panelQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['event-panel', place.competition, place.code],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/event', { params: params(place) }),
    staleTime: 0,
    retry: false,
  })

export interface NewSlots {
  first_day: string
  last_day: string
  from: string
  to: string
  pause: number
  capacity: number
  regions: string[]
  tracks: string[]
}

export interface SlotChange {
  act: 'capacity' | 'block' | 'unblock' | 'audience' | 'retime' | 'merge' | 'remove'
  capacity?: number
  regions?: string[]
  tracks?: string[]
  starts_at?: string
  to?: number
  reason?: string
  preview?: boolean
  move_people?: boolean
}

export const callsOf = (place: StagePanelProps) => ({
  make: (body: NewSlots) =>
    api('POST /admin/competitions/:competition/stages/:code/event/slots', { params: params(place), body }),
  change: (slot_id: number, body: SlotChange) =>
    api('POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id', {
      params: { ...params(place), slot_id },
      body,
    }),
  callOff: (reason: string) =>
    api('POST /admin/competitions/:competition/stages/:code/event/cancel', { params: params(place), body: { reason } }),
  addHost: (email: string) =>
    api('POST /admin/competitions/:competition/stages/:code/event/hosts', { params: params(place), body: { email } }),
  removeHost: (test_id: number) =>
    api('DELETE /admin/competitions/:competition/stages/:code/event/hosts/:test_id', {
      params: { ...params(place), test_id },
    }),
  seating: () => download('GET /admin/competitions/:competition/stages/:code/event/seating', { params: params(place) }),
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
