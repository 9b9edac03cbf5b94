import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Audience } from '#shared/people/participants/audience.ts'
import { participantsPage } from '#shared/seasons/competitions/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { type AskedAudience, audienceOf } from './AudienceFields.tsx'

export type Participant = Answer<'GET /admin/competitions/:competition/participants/:test_id'>
export type ParticipantStage = Participant['stages'][number]
export type Listed = Answer<'GET /admin/competitions/:competition/participants'>['people'][number]

/** The filters of the list; an empty text means no filter. */
export interface Asked extends AskedAudience {
  search: string
  page: number
}

export const participantsQuery = (competition: string, { page, search, ...asked }: Asked) =>
  queryOptions({
    queryKey: ['participants', competition, { page, search, ...asked }],
    queryFn: () => {
      return api('GET /admin/competitions/:competition/participants', {
        params: { competition },
        query: {
          ...(search === '' ? {} : { search }),
          ...audienceOf(asked),
          limit: participantsPage,
          offset: (page - 1) * participantsPage,
        },
      })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const participantQuery = (competition: string, testId: number) =>
  queryOptions({
    queryKey: ['participant', competition, testId],
    queryFn: () =>
      api('GET /admin/competitions/:competition/participants/:test_id', { params: { competition, test_id: testId } }),
    staleTime: 0,
  })

/** An act on one participant. It returns the participant as they are now; `said` is shown as a message afterwards. */
export function useParticipantAct<Body>(
  { competition, testId }: { competition: string; testId: number },
  act: (params: { competition: string; test_id: number }, body: Body) => Promise<Participant>,
  said: string,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => act({ competition, test_id: testId }, body),
    onSuccess: (participant) => {
      queries.setQueryData(participantQuery(competition, testId).queryKey, participant)
      void queries.invalidateQueries({ queryKey: ['participants', competition] })
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner(said, 'success')
    },
  })
}

const audiences = '/admin/competitions/:competition/audiences'
type Audiences = Answer<`GET ${typeof audiences}`>
export type SavedAudience = Audiences['audiences'][number]

export const audiencesQuery = (competition: string) =>
  queryOptions({
    queryKey: ['audiences', competition],
    queryFn: () => api(`GET ${audiences}`, { params: { competition } }),
    staleTime: 0,
  })

function useAudiences<Given>(competition: string, change: (given: Given) => Promise<Audiences>, said: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queries.setQueryData(audiencesQuery(competition).queryKey, list)
      showBanner(said, 'success')
    },
  })
}

export const useSaveAudience = (competition: string) =>
  useAudiences(
    competition,
    (body: Audience & { title: string }) => api(`POST ${audiences}`, { params: { competition }, body }),
    'Отбор сохранён',
  )

export const useForgetAudience = (competition: string) =>
  useAudiences(
    competition,
    (audience_id: number) => api(`DELETE ${audiences}/:audience_id`, { params: { competition, audience_id } }),
    'Отбор удалён',
  )
