import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { type HandedIn, workKey } from '#web/stages/queries.ts'

export type Rules = Answer<'GET /user/rules/:id'>

export const rulesQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'rules'],
    queryFn: () => api('GET /user/rules/:id', { params: { id: stageId } }),
  })

export interface RulesAnswer {
  status: 'done' | 'fail'
  version: number
  comment?: string
}

export const answerRules = (stageId: number, answer: RulesAnswer, idempotencyKey: string): Promise<HandedIn> =>
  api('POST /user/rules/:id', { params: { id: stageId }, body: answer, idempotencyKey })
