import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api } from '#web/platform/api/portal-api.ts'

/** The number of the mentor whom the reader answers for; null: the reader is the mentor. */
export const Assisted = createContext<number | null>(null)
export const useAssisted = (): number | null => useContext(Assisted)

export const assistedQuery = queryOptions({
  queryKey: ['assisted-mentors'],
  queryFn: () => api('GET /assistants/mentors'),
})
