import { queryOptions } from '@tanstack/react-query'
import type { FormSchema } from '#shared/forms/field.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { DraftServer } from '#web/platform/drafts/draft-keeper.ts'

export type FormPage = Omit<Answer<'GET /user/forms/:competition/:form'>, 'form'> & { form: FormSchema }
export type HandedIn = Answer<'PUT /user/forms/:competition/:form'>

export const formQuery = (competition: string, form: string) =>
  queryOptions({
    queryKey: ['form', competition, form],
    // The contract leaves the sections open: their shape is the form's own, as forms/field.ts tells it.
    queryFn: async () =>
      (await api('GET /user/forms/:competition/:form', { params: { competition, form } })) as FormPage,
    // A form that changes under a person's hands would lose what was typed; a hand-in tells when it is outdated.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The draft of a form that takes nothing more. */
export const leftDraftQuery = (competition: string, form: string) =>
  queryOptions({
    queryKey: ['left-draft', competition, form],
    queryFn: () => api('GET /user/forms/:competition/:form/draft', { params: { competition, form } }),
  })

export const formDraft = (competition: string, form: string): DraftServer => ({
  read: () => api('GET /user/forms/:competition/:form/draft', { params: { competition, form } }),
  write: (data, revision, { keepalive }) =>
    api('PUT /user/forms/:competition/:form/draft', {
      params: { competition, form },
      body: { data, revision },
      keepalive,
    }),
})

export const handInForm = (of: { competition: string; form: string; key: string }, body: FormToSend) =>
  api('PUT /user/forms/:competition/:form', {
    params: { competition: of.competition, form: of.form },
    body,
    idempotencyKey: of.key,
  })

interface FormToSend {
  data: Record<string, unknown>
  form_version: number
}
