import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer, ApiKey } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

const bankPath = '/admin/competitions/:competition/questions' as const
const testPath = '/admin/competitions/:competition/stages/:code/test' as const

type Body<K extends ApiKey> = BodyOf<Routes[K]>

export type Bank = Answer<`GET ${typeof bankPath}`>
export type BankQuestion = Bank['questions'][number]
export type Overview = Answer<`GET ${typeof testPath}`>
export type Results = Answer<`GET ${typeof testPath}/results`>
export type Ruled = Answer<`POST ${typeof testPath}/rulings`>
export type Incident = Answer<`POST ${typeof testPath}/incident`>
export type Audience = Body<`POST ${typeof testPath}/minutes`>['audience']
export type RulingBody = Body<`POST ${typeof testPath}/rulings`>
export type Sections = Body<`POST ${typeof testPath}/dry-run`>['sections']

const bankKey = (competition: string) => ['test-bank', competition]
const panelKey = ({ competition, code }: StagePanelProps) => ['test-panel', competition, code]

export const panelPage = 10
/** Milliseconds between updates: people come and go by the second while a test runs. */
const liveEvery = 4_000
const pageOf = (page: number) => ({ limit: panelPage, offset: (page - 1) * panelPage })

export interface BankSearch {
  topic: string
  difficulty: string
  search: string
  retired: boolean
}

export const bankQuery = (
  competition: string,
  { topic, difficulty, search: text, retired, page }: BankSearch & { page: number },
) =>
  queryOptions({
    queryKey: [...bankKey(competition), topic, difficulty, text, retired, page],
    queryFn: () =>
      api(`GET ${bankPath}`, {
        params: { competition },
        query: {
          ...pageOf(page),
          ...(topic && { topic }),
          ...(difficulty && { difficulty: Number(difficulty) }),
          ...(text.trim() && { text }),
          retired,
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const overviewQuery = (place: StagePanelProps, live = false) =>
  queryOptions({
    queryKey: [...panelKey(place), 'overview'],
    queryFn: () => api(`GET ${testPath}`, { params: { ...place } }),
    staleTime: 0,
    refetchInterval: live ? liveEvery : false,
  })

export const peopleQuery = (place: StagePanelProps, state: 'online' | 'lost' | 'finished', page: number) =>
  queryOptions({
    queryKey: [...panelKey(place), 'people', state, page],
    queryFn: () => api(`GET ${testPath}/people`, { params: { ...place }, query: { ...pageOf(page), state } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: liveEvery,
  })

export const resultsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...panelKey(place), 'results', page],
    queryFn: () => api(`GET ${testPath}/results`, { params: { ...place }, query: pageOf(page) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const signsQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...panelKey(place), 'signs'],
    queryFn: () => api(`GET ${testPath}/signs`, { params: { ...place } }),
    staleTime: 0,
  })

export const comparisonQuery = (place: StagePanelProps, control: string) =>
  queryOptions({
    queryKey: [...panelKey(place), 'comparison', control],
    queryFn: () => api(`GET ${testPath}/comparison`, { params: { ...place }, query: { control } }),
    enabled: control !== '',
    staleTime: 0,
  })

export const teamsQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...panelKey(place), 'teams'],
    queryFn: () => api(`GET ${testPath}/teams`, { params: { ...place } }),
    staleTime: 0,
  })

/** What an organiser does with the bank. Afterwards the lists and the checklist of the stage are read again. */
export function useBank({ competition, code }: StagePanelProps) {
  const queries = useQueryClient()
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: bankKey(competition) })
    void queries.invalidateQueries({ queryKey: panelKey({ competition, code }) })
  }
  const params = { competition }
  const load = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return api(`POST ${bankPath}/import`, { params, body })
    },
    onSuccess,
  })
  const add = useMutation({
    mutationFn: (body: Body<`POST ${typeof bankPath}`>) => api(`POST ${bankPath}`, { params, body }),
    onSuccess,
  })
  const mend = useMutation({
    mutationFn: ({ id, ...body }: Body<`PUT ${typeof bankPath}/:id`> & { id: number }) =>
      api(`PUT ${bankPath}/:id`, { params: { ...params, id }, body }),
    onSuccess,
  })
  const retire = useMutation({
    mutationFn: ({ id, retired }: { id: number; retired: boolean }) =>
      api(`POST ${bankPath}/:id/retirement`, { params: { ...params, id }, body: { retired } }),
    onSuccess,
  })
  const save = useMutation({
    mutationFn: (query: { format: 'xlsx' | 'json'; sample: boolean }) =>
      download(`GET ${bankPath}/export`, { params, query }),
  })
  return { load, add, mend, retire, save }
}

export const useDryRun = (place: StagePanelProps) =>
  useMutation({
    mutationFn: (sections: Sections) => api(`POST ${testPath}/dry-run`, { params: { ...place }, body: { sections } }),
  })

/** What an organiser does while and after the test runs. */
export function useTest(place: StagePanelProps) {
  const queries = useQueryClient()
  const params = { ...place }
  const onSuccess = () => queries.invalidateQueries({ queryKey: panelKey(place) })
  const incident = useMutation({
    mutationFn: (body: { from?: string; until?: string }) => api(`POST ${testPath}/incident`, { params, body }),
  })
  const minutes = useMutation({
    mutationFn: (body: { minutes: number; reason: string; audience: Audience }) =>
      api(`POST ${testPath}/minutes`, { params, body }),
    onSuccess,
  })
  const goOn = useMutation({
    mutationFn: (body: Body<`POST ${typeof testPath}/continuation`>) =>
      api(`POST ${testPath}/continuation`, { params, body }),
    onSuccess,
  })
  const rule = useMutation({
    mutationFn: (body: RulingBody) => api(`POST ${testPath}/rulings`, { params, body }),
    onSuccess,
  })
  const publish = useMutation({ mutationFn: () => api(`POST ${testPath}/publication`, { params }), onSuccess })
  return { incident, minutes, goOn, rule, publish }
}
