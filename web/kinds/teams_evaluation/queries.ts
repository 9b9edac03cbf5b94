import { queryOptions } from '@tanstack/react-query'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'

export type TeamMarksPage = Answer<'GET /user/stages/:stage_id/team-marks'>
export type Teammate = TeamMarksPage['teammates'][number]
export type Report = NonNullable<TeamMarksPage['report']>

export const teamMarksQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'team-marks'],
    queryFn: () => api('GET /user/stages/:stage_id/team-marks', { params: { stage_id: stageId } }),
    staleTime: 0,
    // A reload must not replace what is being typed.
    refetchOnWindowFocus: false,
  })

export interface TypedSheet {
  marks: Record<string, number>
  words: string
}

/** What is typed, by the public number of the teammate. */
export type Typed = Record<string, TypedSheet>

const emptySheet: TypedSheet = { marks: {}, words: '' }

/** A kept draft for those who are in the team now. */
export const typedIn = (data: Record<string, unknown>, teammates: readonly Pick<Teammate, 'test_id'>[]): Typed =>
  Object.fromEntries(
    teammates.map(({ test_id }) => [
      String(test_id),
      { ...emptySheet, ...(data[String(test_id)] as Partial<TypedSheet> | undefined) },
    ]),
  )

export const sheetsOf = (typed: Typed) =>
  Object.entries(typed).map(([number, { marks, words }]) => ({ test_id: Number(number), marks, words }))

/** What is typed about the teammates, as a draft on the server. */
export const teamDraftOn = (stageId: number, { teammates, revision }: TeamMarksPage): DraftServer => ({
  read: async () => ({
    draft: Object.fromEntries(teammates.map(({ test_id, marks, words }) => [String(test_id), { marks, words }])),
    revision,
    saved_at: null,
  }),
  write: (data, based, { keepalive }) =>
    api('PUT /user/stages/:stage_id/team-marks', {
      params: { stage_id: stageId },
      body: { sheets: sheetsOf(data as Typed), revision: based },
      keepalive,
    }),
})

export const sendMarks = (stageId: number, typed: Typed) =>
  api('POST /user/stages/:stage_id/team-marks', { params: { stage_id: stageId }, body: { sheets: sheetsOf(typed) } })

export const takeBack = (stageId: number) =>
  api('POST /user/stages/:stage_id/team-marks/take-back', { params: { stage_id: stageId } })
