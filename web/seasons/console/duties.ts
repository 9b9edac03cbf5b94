import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Duty = Answer<'GET /user/duties'>['competitions'][number]

export const dutiesQuery = queryOptions({ queryKey: ['duties'], queryFn: () => api('GET /user/duties') })
