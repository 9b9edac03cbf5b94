import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { gapsPage, readingsPage, resultsPage } from '#shared/review/judging/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import type { Reference } from './ReferenceDialog.tsx'

export type Judging = Answer<'GET /admin/competitions/:competition/stages/:code/judging'>
export type Judge = Judging['judges'][number]
export type Result = Answer<'GET /admin/competitions/:competition/stages/:code/judging/results'>['works'][number]
export type Calibration = Answer<'GET /admin/competitions/:competition/stages/:code/judging/calibration'>
export type Readings = Answer<'GET /admin/competitions/:competition/stages/:code/judging/readings'>
export type AssignedReading = Readings['readings'][number]
export type Assigned = NonNullable<Judging['assigned']>

const key = ({ competition, code }: StagePanelProps) => ['judging-panel', competition, code]
const pathOf = ({ competition, code }: StagePanelProps) => ({ competition, code })

/** Null for a stage whose works nobody judges. */
export const judgingQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'judging'],
    queryFn: async (): Promise<Judging | null> => {
      try {
        return await api('GET /admin/competitions/:competition/stages/:code/judging', { params: pathOf(place) })
      } catch (error) {
        if (isFailure(error, 'stage_not_found')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Repeated while a job assigns the works.
    refetchInterval: ({ state }) => (state.data?.assigning ? 1000 : false),
  })

/** One page of works with their marks, the best first; pages are numbered from 1. */
export const resultsQuery = (place: StagePanelProps, page: number, disputed: boolean) =>
  queryOptions({
    queryKey: [...key(place), 'results', page, disputed],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/judging/results', {
        params: pathOf(place),
        query: { limit: resultsPage, offset: (page - 1) * resultsPage, ...(disputed && { only: 'disputed' as const }) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Filters of the readings; '' and null: all. */
export interface WhichReadings {
  page: number
  judge: number | null
  state: AssignedReading['state'] | ''
}

/** Who reads what, one page of it; pages are numbered from 1. */
export const assignedQuery = (place: StagePanelProps, { page, judge, state }: WhichReadings) =>
  queryOptions({
    queryKey: [...key(place), 'readings', page, judge, state],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/judging/readings', {
        params: pathOf(place),
        query: {
          limit: readingsPage,
          offset: (page - 1) * readingsPage,
          ...(judge !== null && { judge }),
          ...(state !== '' && { state }),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Authors whom judges must not judge, the newest first. */
export const conflictsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'conflicts', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/judging/conflicts', {
        params: pathOf(place),
        query: { limit: readingsPage, offset: (page - 1) * readingsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The works that the last assignment has left without judges, one page of them; pages are numbered from 1. */
export const gapsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'gaps', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/judging/gaps', {
        params: pathOf(place),
        query: { limit: gapsPage, offset: (page - 1) * gapsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** All works without judges as a table for spreadsheets. */
export const downloadGaps = (place: StagePanelProps) =>
  download('GET /admin/competitions/:competition/stages/:code/judging/gaps/csv', { params: pathOf(place) })

export const moveReading = (place: StagePanelProps, reading_id: number, body: { to: number; reason: string }) =>
  api('POST /admin/competitions/:competition/stages/:code/judging/readings/:reading_id/move', {
    params: { ...pathOf(place), reading_id },
    body,
  })

/** All works of these results that have no decision. */
export const openWorks = async (place: StagePanelProps, disputed: boolean): Promise<number[]> => {
  const query = { limit: 1, offset: 0, open: true, ...(disputed && { only: 'disputed' as const }) }
  const params = pathOf(place)
  return (await api('GET /admin/competitions/:competition/stages/:code/judging/results', { params, query })).open
}

export const calibrationQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'calibration'],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/judging/calibration', { params: pathOf(place) }),
    staleTime: 0,
  })

export const setReference = (place: StagePanelProps, work_id: number, body: Reference) =>
  api('PUT /admin/competitions/:competition/stages/:code/judging/references/:work_id', {
    params: { ...pathOf(place), work_id },
    body,
  })

export const dropReference = (place: StagePanelProps, work_id: number) =>
  api('DELETE /admin/competitions/:competition/stages/:code/judging/references/:work_id', {
    params: { ...pathOf(place), work_id },
  })

/** When a work becomes a reference, or stops being one, what is shown of all works is read again. */
export function useShowCalibration(place: StagePanelProps) {
  const queries = useQueryClient()
  return async (calibration: Calibration) => {
    queries.setQueryData(calibrationQuery(place).queryKey, calibration)
    await queries.invalidateQueries({ queryKey: key(place) })
  }
}

/** Every change returns the judging as it is now: shows it, and loads the results again. */
export function useShowJudging(place: StagePanelProps) {
  const queries = useQueryClient()
  return (judging: Judging) => {
    queries.setQueryData(judgingQuery(place).queryKey, judging)
    for (const part of ['results', 'readings', 'conflicts', 'gaps'])
      void queries.invalidateQueries({ queryKey: [...key(place), part] })
  }
}

export const saveJudging = (place: StagePanelProps, answer: AnswerData) =>
  api('PUT /admin/competitions/:competition/stages/:code/judging', {
    params: pathOf(place),
    body: { answer: { ...answer } },
  })

export const inviteJudges = (place: StagePanelProps, emails: string) =>
  api('POST /admin/competitions/:competition/stages/:code/judges', { params: pathOf(place), body: { emails } })

export const withdrawInvitation = (place: StagePanelProps, email: string) =>
  api('POST /admin/competitions/:competition/stages/:code/judges/withdraw', {
    params: pathOf(place),
    body: { email },
  })

export const removeJudge = (place: StagePanelProps, judge: number) =>
  api('DELETE /admin/competitions/:competition/stages/:code/judges/:test_id', {
    params: { ...pathOf(place), test_id: judge },
  })

export const markConflict = (place: StagePanelProps, judge: number, body: { participant: number; reason: string }) =>
  api('POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts', {
    params: { ...pathOf(place), test_id: judge },
    body,
  })

export const assignWorks = (place: StagePanelProps) =>
  api('POST /admin/competitions/:competition/stages/:code/judging/assign', { params: pathOf(place) })

export const addReader = (place: StagePanelProps, work_id: number) =>
  api('POST /admin/competitions/:competition/stages/:code/judging/works/:work_id/readers', {
    params: { ...pathOf(place), work_id },
  })

export const remindJudges = (place: StagePanelProps) =>
  api('POST /admin/competitions/:competition/stages/:code/judging/reminders', { params: pathOf(place) })

export const setJudgingState = (place: StagePanelProps, state: 'reading' | 'closed') =>
  api('POST /admin/competitions/:competition/stages/:code/judging/state', { params: pathOf(place), body: { state } })

export const decideWorks = (
  place: StagePanelProps,
  body: { works: number[]; outcome: 'passed' | 'failed'; reason: string },
) => api('POST /admin/competitions/:competition/stages/:code/judging/decisions', { params: pathOf(place), body })
