import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BodyOf } from '#shared/platform/api/route.ts'
import { cutoffPeoplePage } from '#shared/review/cutoffs/limits.ts'
import type { CutoffList, ProtocolState } from '#shared/review/cutoffs/routes.ts'
import type { Letters, Rule } from '#shared/review/cutoffs/rule.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'

export type Cutoffs = Answer<'GET /admin/competitions/:competition/cutoffs'>
export type Workbench = Answer<'GET /admin/competitions/:competition/cutoffs/:cutoff_id'>
export type Protocol = Answer<'GET /admin/competitions/:competition/protocols/:number'>
export type Letter = Protocol['previews'][number]
export type ListedPerson = Answer<'GET /admin/competitions/:competition/protocols/:number/people'>['people'][number]

/** Milliseconds between updates while a protocol is being frozen, and while letters are being sent. */
const updates: Partial<Record<ProtocolState, number>> = { freezing: 1000, publishing: 2500 }
/** And until the scores of a variant have been read again. */
const whileReading = 2000

export const cutoffsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['cutoffs', competition],
    queryFn: () => api('GET /admin/competitions/:competition/cutoffs', { params: { competition } }),
    staleTime: 0,
  })

export const comparisonQuery = (competition: string, ids: string) =>
  queryOptions({
    queryKey: ['cutoffs', competition, 'comparison', ids],
    queryFn: () =>
      api('GET /admin/competitions/:competition/cutoffs/comparison', { params: { competition }, query: { ids } }),
    staleTime: 0,
  })

export const cutoffQuery = (competition: string, id: number) =>
  queryOptions({
    queryKey: ['cutoff', competition, id],
    queryFn: () =>
      api('GET /admin/competitions/:competition/cutoffs/:cutoff_id', { params: { competition, cutoff_id: id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.result.again ? whileReading : false),
  })

export const saveCutoff = (
  competition: string,
  id: number,
  body: { revision: number; title: string; rule: Rule; letters: Letters },
) => api('PUT /admin/competitions/:competition/cutoffs/:cutoff_id', { params: { competition, cutoff_id: id }, body })

/** Whose people are listed: of a variant at a revision, or of a protocol. */
export type Whose = { competition: string } & ({ cutoff: number; revision: number } | { protocol: number })

export const peopleQuery = (whose: Whose, list: CutoffList, page: number) =>
  queryOptions({
    queryKey: ['cutoff-people', whose, list, page],
    queryFn: () => {
      const query = { list, limit: cutoffPeoplePage, offset: (page - 1) * cutoffPeoplePage }
      const { competition } = whose
      return 'cutoff' in whose
        ? api('GET /admin/competitions/:competition/cutoffs/:cutoff_id/people', {
            ...{ params: { competition, cutoff_id: whose.cutoff }, query },
          })
        : api('GET /admin/competitions/:competition/protocols/:number/people', {
            ...{ params: { competition, number: whose.protocol }, query },
          })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const protocolQuery = (competition: string, number: number) =>
  queryOptions({
    queryKey: ['protocol', competition, number],
    queryFn: () => api('GET /admin/competitions/:competition/protocols/:number', { params: { competition, number } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && updates[data.state]) ?? false,
  })

/** An act on a protocol; each answers with the protocol as it is now. */
export function useProtocolAct<Body>(
  competition: string,
  number: number,
  act: (params: { competition: string; number: number }, body: Body) => Promise<Protocol>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => act({ competition, number }, body),
    onSuccess: (protocol) => {
      queries.setQueryData(protocolQuery(competition, number).queryKey, protocol)
      void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
    },
    // Another organiser was quicker: the protocol is shown as it is now.
    onError: () => void queries.invalidateQueries({ queryKey: ['protocol', competition, number] }),
  })
}

export type FileFormat = BodyOf<Routes['POST /admin/competitions/:competition/protocols/:number/files']>['format']

/** Milliseconds between looks at a file that is being made: a small one is there at the first. */
const fileLooks = [100, 200, 400]
const usualLook = 1000

/** Orders a file of the protocol, waits until it is made, and downloads it. */
export function useProtocolFile(competition: string, number: number) {
  const [progress, setProgress] = useState<ProtocolFile | null>(null)
  const gone = useRef(new AbortController())
  useEffect(() => {
    gone.current = new AbortController()
    return () => gone.current.abort()
  }, [])
  const asking = useMutation({
    mutationFn: async (format: FileFormat) => {
      const { signal } = gone.current
      const params = { competition, number }
      const { id } = await api('POST /admin/competitions/:competition/protocols/:number/files', {
        ...{ params, body: { format } },
      })
      const file = { ...params, export_id: id }
      for (let look = 0; !signal.aborted; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, fileLooks[look] ?? usualLook))
        const made = await api('GET /admin/competitions/:competition/protocols/:number/files/:export_id', {
          params: file,
        })
        if (made.state !== 'waiting')
          return download('GET /admin/competitions/:competition/protocols/:number/files/:export_id/file', {
            params: file,
          })
        if (look >= fileLooks.length) setProgress(made)
      }
    },
    onSettled: () => setProgress(null),
  })
  return { asking, progress }
}
type ProtocolFile = Answer<'GET /admin/competitions/:competition/protocols/:number/files/:export_id'>
