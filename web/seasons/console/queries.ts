import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { Gate } from '#shared/stages/gate.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'

type Key = 'GET /admin/competitions/:competition/stages/:code'
export type Season = Answer<'GET /admin/competitions/:competition/stages'>
export type ListedStage = Season['stages'][number]
export type EditedStage = Omit<Answer<Key>, 'form' | 'answer' | 'gate'> & {
  form: FormSchema
  answer: AnswerData
  gate: Gate | null
}
export type Change = EditedStage['changes'][number]
export type Act = Answer<'GET /admin/competitions/:competition/audit'>['acts'][number]

const consoleKey = (competition: string) => ['console', competition]

export const seasonQuery = (competition: string) =>
  queryOptions({
    queryKey: [...consoleKey(competition), 'stages'],
    queryFn: () => api('GET /admin/competitions/:competition/stages', { params: { competition } }),
  })

/** Always loaded again when the editor opens, and never while somebody is editing. */
export const stageQuery = (competition: string, code: string) =>
  queryOptions({
    queryKey: [...consoleKey(competition), 'stage', code],
    queryFn: async () =>
      (await api('GET /admin/competitions/:competition/stages/:code', {
        params: { competition, code },
      })) as EditedStage,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Reads the checklist of a stage again. Nothing else is replaced, so unsaved edits in the stage editor stay. */
export async function refreshChecklist(queries: QueryClient, place: { competition: string; code: string }) {
  const { checklist } = await api('GET /admin/competitions/:competition/stages/:code', { params: { ...place } })
  queries.setQueryData(stageQuery(place.competition, place.code).queryKey, (stage) => stage && { ...stage, checklist })
}

export const auditPage = 10
export const auditQuery = (competition: string, page: number, looks: boolean) =>
  queryOptions({
    queryKey: [...consoleKey(competition), 'audit', page, looks],
    queryFn: () =>
      api('GET /admin/competitions/:competition/audit', {
        params: { competition },
        query: { limit: auditPage, offset: (page - 1) * auditPage, looks },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The audit as a file for a spreadsheet. */
export const useAuditTable = (competition: string) =>
  useMutation({
    mutationFn: () => download('GET /admin/competitions/:competition/audit/csv', { params: { competition } }),
    onError: (error) => showBanner(failureText(error)),
  })

/** The whole season as one file. */
export const useSeasonFile = (competition: string) =>
  useMutation({
    mutationFn: () => download('GET /admin/competitions/:competition/season/file', { params: { competition } }),
    onError: (error) => showBanner(failureText(error)),
  })

/** Saves, publishes and discards edits of one stage. Each call returns the changed stage. */
export function useStageEditing(competition: string, code: string) {
  const queries = useQueryClient()
  const params = { competition, code }
  const onSuccess = (stage: EditedStage) => {
    queries.setQueryData(stageQuery(competition, code).queryKey, stage)
    void queries.invalidateQueries({ queryKey: seasonQuery(competition).queryKey })
    void queries.invalidateQueries({ queryKey: [...consoleKey(competition), 'audit'] })
  }
  const save = useMutation({
    mutationFn: async (body: {
      revision: number
      answer: AnswerData
      gate: Gate | null
      own: Record<string, unknown>
    }) =>
      (await api('PUT /admin/competitions/:competition/stages/:code', {
        params,
        body: { ...body, answer: { ...body.answer } },
      })) as EditedStage,
    onSuccess,
  })
  const publish = useMutation({
    mutationFn: async (revision: number) =>
      (await api('POST /admin/competitions/:competition/stages/:code/publish', {
        params,
        body: { revision },
      })) as EditedStage,
    onSuccess: (stage) => {
      onSuccess(stage)
      // The organiser may also be a participant.
      for (const queryKey of [['stages'], ['stage'], ['tracks'], ['registration-console']])
        void queries.invalidateQueries({ queryKey })
      // What is below the settings, for example teams or places, depends on their dates and rules.
      void queries.invalidateQueries({ predicate: ({ queryKey: [, of, at] }) => of === competition && at === code })
      showBanner(`Этап ${quoted(stage.title)} опубликован`, 'success')
    },
  })
  const drop = useMutation({
    mutationFn: async (revision: number) =>
      (await api('DELETE /admin/competitions/:competition/stages/:code/edits', {
        params,
        query: { revision },
      })) as EditedStage,
    onSuccess,
  })
  /** The stage as it is saved now; the editor keeps what is typed. */
  const readNow = () => queries.fetchQuery({ ...stageQuery(competition, code), staleTime: 0 })
  return { save, publish, drop, readNow }
}
