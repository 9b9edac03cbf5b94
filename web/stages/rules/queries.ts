import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Rules = Answer<'GET /user/rules/:id'>
export type RulesDone = Answer<'POST /user/rules/:id'>

export const rulesQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['rules', stageId],
    queryFn: () => api('GET /user/rules/:id', { params: { id: stageId } }),
  })

export interface RulesWord {
  status: 'done' | 'fail'
  version: number
  comment?: string
}

export const answerRules = (stageId: number, word: RulesWord, key: string) =>
  api('POST /user/rules/:id', { params: { id: stageId }, body: word, idempotencyKey: key })
