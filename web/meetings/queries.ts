import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
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

export interface MeetingWord {
  status: 'accepted' | 'rejected' | 'changed'
  reasons?: number[]
  comment?: string
  proposed_date?: string
}

/** The person's answer to the meeting as he saw it. */
export const answerMeeting = (meeting: Meeting, word: MeetingWord) =>
  api('POST /user/meeting-invitations/:id', {
    params: { id: meeting.id },
    body: { ...word, revision: meeting.revision },
  })
