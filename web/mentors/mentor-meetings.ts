import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failedAction } from '#web/platform/messages/failed-action.ts'
import type { MentorUser } from './queries.ts'

export type Agenda = Answer<'GET /mentors/meetings'>
export type MentorMeeting = Agenda['week'][number]

export const agendaQuery = queryOptions({
  queryKey: ['mentor-meetings'],
  queryFn: () => api('GET /mentors/meetings'),
})

/** What a change of a meeting makes old; a refusal may mean that the meeting has changed. */
function useRenew() {
  const queries = useQueryClient()
  return () =>
    Promise.all([agendaQuery.queryKey, ['mentor-users']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** The mentor's answer to a person who asks for another time. What is settled leaves the page: `onSettled` is told first. */
export function useSettleTime({ id, user_id, revision }: MentorMeeting, onSettled: () => void) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (agreed: boolean) =>
      api('POST /mentors/meetings/:id/:user_id/time', { params: { id, user_id }, body: { agreed, revision } }),
    onSuccess: (_answer, agreed) => {
      showBanner(agreed ? 'Встреча перенесена' : 'Время осталось прежним: участник ответит ещё раз', 'success')
      onSettled()
    },
    onError: (error) => {
      const { title, reason } = failedAction('meeting_status', error)
      showBanner(`${title}. ${reason}`)
    },
    onSettled: renew,
  })
}

export interface Reported {
  id: number
  user_id: number
  fio: string
  meeting_date: string
  came: boolean | null
  report: string
}

export function useReport({ id, user_id }: Reported) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (body: { came: boolean; report: string }) =>
      api('POST /mentors/meetings/:id/:user_id/report', { params: { id, user_id }, body }),
    onSuccess: () => {
      showBanner('Отчёт сохранён', 'success')
      void renew()
    },
  })
}

export function moment(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}

type Answered = Pick<MentorUser['meetings'][number], 'status' | 'user_meeting_status' | 'proposed_date' | 'came'>

/** The participant's answer, as the mentor reads it. */
export function answerWords({ status, user_meeting_status: answer, proposed_date, came }: Answered): string {
  if (status === 'cancelled') return 'Отменена'
  if (answer === 'rejected') return 'Участник отклонил'
  if (came !== null) return came ? 'Состоялась' : 'Участник не пришёл'
  if (status === 'past' || status === 'wait') return 'Прошла'
  if (answer === 'accepted') return 'Участник придёт'
  if (answer === 'pending') return 'Участник ещё не ответил'
  return `Участник просит другое время${proposed_date ? ` — ${moment(proposed_date)}` : ''}`
}
