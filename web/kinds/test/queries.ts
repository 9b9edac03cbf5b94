import { queryOptions } from '@tanstack/react-query'
import type { Question } from '#shared/kinds/test/question.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import type { Answer as CallAnswer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { keepServerTime } from '#web/platform/api/server-clock.ts'
import { workKey } from '#web/stages/queries.ts'
import type { AnswerEvent } from './answer-store.ts'
import { thisDevice } from './this-device.ts'

export type TestPage = CallAnswer<'GET /user/assessments/:id'>
export type RunningAttempt = NonNullable<TestPage['attempt']>
export interface AskedQuestion {
  id: number
  section: string
  question: Question
}

function withTime<P extends { now: string }>(page: P): P {
  const now = parseWire(page.now)
  if (now) keepServerTime(now)
  return page
}

export const testQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'test'],
    queryFn: async () =>
      withTime(await api('GET /user/assessments/:id', { params: { id: stageId }, query: { device: thisDevice() } })),
    staleTime: 0,
    // What is on the screen during a test is changed by the person only.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const statQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'stat'],
    queryFn: () => api('GET /user/assessments/:id/stat', { params: { id: stageId } }),
  })

const act = async (stageId: number, body: { act: 'begin' | 'finish' | 'take_over'; code?: string }) => {
  const { page } = await api('POST /user/assessments/:id', {
    params: { id: stageId },
    body: { ...body, device: thisDevice() },
  })
  return page && withTime(page)
}
export const beginTest = (stageId: number) => act(stageId, { act: 'begin' })
export const finishTest = (stageId: number) => act(stageId, { act: 'finish' })
export const takeTestOver = (stageId: number, code: string) => act(stageId, { act: 'take_over', code })

export const askTakeOverCode = (stageId: number) => api('POST /user/assessments/:id/code', { params: { id: stageId } })

export const sendHeartbeat = async (stageId: number, left_ms: number) =>
  withTime(
    await api('POST /user/assessments/:id/heartbeat', {
      params: { id: stageId },
      body: { device: thisDevice(), ...(left_ms > 0 && { left_ms }) },
    }),
  )

export async function sendAnswer(stageId: number, { seq, question, answer, flagged, at }: AnswerEvent) {
  const { acknowledged } = await api('POST /user/assessments/:id', {
    params: { id: stageId },
    body: { act: 'answer', device: thisDevice(), seq, question, answer, flagged, sent_at: Math.max(0, at) },
  })
  return { counted: acknowledged?.counted ?? false }
}

/** Refusals after which nothing more is taken from this device. */
export const endsOnDevice = (failure: unknown) =>
  isFailure(failure, 'attempt_elsewhere') ||
  isFailure(failure, 'attempt_over') ||
  isFailure(failure, 'attempt_not_begun') ||
  isFailure(failure, 'stage_closed') ||
  isFailure(failure, 'stage_not_allowed')

const faults = ['question_not_in_paper', 'answer_unfit', 'answer_ahead', 'invalid_request'] as const

export function handlingOfFailure(failure: unknown): 'later' | 'stop' | 'drop' | 'repeated' {
  if (endsOnDevice(failure)) return 'stop'
  if (isFailure(failure, 'answer_repeated')) return 'repeated'
  return faults.some((code) => isFailure(failure, code)) ? 'drop' : 'later'
}

export const questionsIn = (sections: RunningAttempt['sections']): AskedQuestion[] =>
  sections.flatMap(({ title, questions }) =>
    questions.map(({ id, question }) => ({ id, section: title, question: question as Question })),
  )
