import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Meeting = Answer<'POST /user/meetings/query'>['meetings'][number]

export const meetingsOnPage = 50

export const meetingsQuery = (mentorship: number, page = 1) =>
  queryOptions({
    queryKey: ['meetings', mentorship, page],
    queryFn: () =>
      api('POST /user/meetings/query', {
        body: { mentorship, limit: meetingsOnPage, offset: (page - 1) * meetingsOnPage },
      }),
  })

export interface MeetingAnswer {
  status: 'accepted' | 'rejected' | 'changed'
  reasons?: number[]
  comment?: string
  proposed_dates?: string[]
}

/** The person's answer to the meeting as the page showed it. */
export function useAnswerMeeting(meeting: Meeting) {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['meetings'] })
  return useMutation({
    mutationFn: (answer: MeetingAnswer) =>
      api('POST /user/meeting-invitations/:id', {
        params: { id: meeting.id },
        body: { ...answer, revision: meeting.revision },
      }),
    onSuccess: renew,
    // A refusal may mean that the meeting has changed: the new state is shown at once, and the input stays.
    onError: (error) => {
      if (isFailure(error) && error.status < 500) void renew()
    },
  })
}

/** What the person says after the meeting. */
export function useMarkMeeting({ id }: Meeting) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { held: boolean; rating: number | null; note: string; note_shared: boolean }) =>
      api('POST /user/meetings/:id/outcome', { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['meetings'] }),
  })
}
