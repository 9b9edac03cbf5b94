import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { keepRegistration, keptRegistration } from './kept-registration.ts'

export type RegistrationForm = Answer<'GET /registration/:code/form'>
export type Notify = Answer<'GET /registration/:code/notify'>
export type Resumed = Answer<'POST /auth/register/progress'>

/** The information before the start, the form, and the registration begun in this tab. */
export const registrationQuery = (competition: string) =>
  queryOptions({
    queryKey: ['registration', competition],
    queryFn: async () => {
      const params = { code: competition }
      const [notify, form, resumed] = await Promise.all([
        api('GET /registration/:code/notify', { params }),
        api('GET /registration/:code/form', { params }),
        resume(competition),
      ])
      return { notify, form, resumed }
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

async function resume(competition: string): Promise<Resumed | null> {
  const id = keptRegistration(competition)
  if (id === null) return null
  try {
    return await api('POST /auth/register/progress', { body: { registration_id: id } })
  } catch (error) {
    if (!isFailure(error) || error.status < 400 || error.status >= 500 || error.code === 'too_many_requests')
      throw error
    // It is completed or expired and cannot be continued.
    keepRegistration(competition, null)
    return null
  }
}
