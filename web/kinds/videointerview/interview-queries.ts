import { queryOptions } from '@tanstack/react-query'
import type { VideoType } from '#shared/kinds/videointerview/take-rules.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import type { Viewing } from '#web/platform/ui/VideoPlayer.tsx'
import { workKey } from '#web/stages/queries.ts'

export type Interview = Answer<'GET /user/stages/:stage_id/video'>
export type InterviewQuestion = Interview['questions'][number]
export type InterviewTake = InterviewQuestion['takes'][number]

const assemblyPoll = 1500

/** Loaded again while the server assembles a take. */
export const interviewQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'video'],
    queryFn: () => api('GET /user/stages/:stage_id/video', { params: { stage_id: stageId } }),
    refetchInterval: ({ state }) => (state.data && takesOf(state.data).some(isMeasured) ? assemblyPoll : false),
    refetchOnWindowFocus: false,
  })

export const takesOf = ({ questions }: Interview): InterviewTake[] => questions.flatMap(({ takes }) => takes)
const isMeasured = ({ state }: InterviewTake) => state === 'assembling'

/** Every write returns the page as it is then. */
export const keepInterview = (interview: Interview): void =>
  void queryClient.setQueryData(interviewQuery(interview.stage_id).queryKey, interview)

const kept = async (answer: Promise<Interview>): Promise<Interview> => {
  const interview = await answer
  keepInterview(interview)
  return interview
}

export const agreeToVideo = (stage_id: number) =>
  kept(api('POST /user/stages/:stage_id/video/consent', { params: { stage_id }, body: { agree: true } }))

export const askQuestion = (stage_id: number, question: number) =>
  kept(api('POST /user/stages/:stage_id/video/questions/:question', { params: { stage_id, question } }))

export async function beginTake(stage_id: number, question: number, type: VideoType): Promise<number> {
  const params = { stage_id, question }
  const answer = await api('POST /user/stages/:stage_id/video/questions/:question/takes', { params, body: { type } })
  keepInterview(answer.interview)
  return answer.take_id
}

export const reportDefect = (stage_id: number, question: number, reason: string) =>
  kept(
    api('POST /user/stages/:stage_id/video/questions/:question/defect', {
      params: { stage_id, question },
      body: { reason },
    }),
  )

export interface TakeEnd {
  total: number
  broken: boolean
  silent?: boolean
  dark?: boolean
}

export const endTake = (take_id: number, body: TakeEnd) =>
  kept(api('POST /user/video/:take_id/end', { params: { take_id }, body }))

export function sendPart(take_id: number, at_byte: number, bytes: Blob, sha256: string) {
  const body = new FormData()
  body.append('file', bytes, 'part')
  return api('PUT /user/video/:take_id/parts', { params: { take_id }, query: { at_byte, sha256 }, body })
}

export const openOwnTake = (take_id: number): Promise<Viewing> =>
  api('POST /user/video/:take_id/viewing', { params: { take_id } })

/** The take of each question, as the person has chosen so far. */
export const chosenTakes = ({ questions }: Interview): Record<string, number> =>
  Object.fromEntries(questions.flatMap(({ question, chosen }) => (chosen === null ? [] : [[question, chosen]])))

export async function chooseTake(interview: Interview, question: number, takeId: number): Promise<void> {
  const chosen = { ...chosenTakes(interview), [question]: takeId }
  await api('PUT /user/stages/:stage_id/draft', {
    params: { stage_id: interview.stage_id },
    body: { data: { chosen } },
  })
  await queryClient.invalidateQueries({ queryKey: interviewQuery(interview.stage_id).queryKey })
}
