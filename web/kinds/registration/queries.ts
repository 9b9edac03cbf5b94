import { queryOptions } from '@tanstack/react-query'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { type HandedIn, workKey } from '#web/stages/queries.ts'

export type RegistrationForm = Omit<Answer<'GET /registration/:code/form'>, 'form'> & { form: FormSchema }
export type RegistrationNotice = Answer<'GET /registration/:code/notify'>
export type Application = BodyOf<Routes['POST /user/registration/:stage_id']>
export type ReturnedApplication = Answer<'GET /user/registration/:stage_id'>['application']
export type Door = 'participant' | 'supporter'

export const registrationFormQuery = (competition: string) =>
  queryOptions({
    queryKey: ['registration-form', competition],
    queryFn: async () =>
      (await api('GET /registration/:code/form', { params: { code: competition } })) as RegistrationForm,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const registrationNoticeQuery = (competition: string) =>
  queryOptions({
    queryKey: ['registration-notice', competition],
    queryFn: () => api('GET /registration/:code/notify', { params: { code: competition } }),
  })

/** The content of a returned application; null otherwise. */
export const returnedApplicationQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'returned-application'],
    queryFn: async () => (await api('GET /user/registration/:stage_id', { params: { stage_id: stageId } })).application,
    // Not cached: it contains document numbers.
    gcTime: 0,
    staleTime: 0,
    refetchOnReconnect: false,
  })

/** The names of the account, so that nobody types them again. */
export const ownNamesQuery = queryOptions({
  queryKey: ['own-names'],
  queryFn: async () => {
    const { last_name, first_name, middle_name } = await api('GET /user/profile')
    return { last_name, first_name, middle_name }
  },
})

export const apply = (stageId: number, body: Application, idempotencyKey: string): Promise<HandedIn> =>
  api('POST /user/registration/:stage_id', { params: { stage_id: stageId }, body, idempotencyKey })

/** Opens a closed registration to this person. */
export const enterByCode = (stageId: number, entry_code: string) =>
  api('POST /user/registration/:stage_id/entry_code', { params: { stage_id: stageId }, body: { entry_code } })
