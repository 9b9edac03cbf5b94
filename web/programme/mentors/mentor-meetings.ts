import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failedAction } from '#web/platform/messages/failed-action.ts'
import { useAssisted } from './assisted.ts'
import type { MentorUser } from './queries.ts'

export type Agenda = Answer<'GET /mentors/meetings'>
export type MentorMeeting = Agenda['week'][number]

const agendaKey = ['mentor-meetings']

function readMeetings(assisted: number | null, query: { from?: string }) {
  return assisted === null
    ? api('GET /mentors/meetings', { query })
    : api('GET /assistants/:mentor_id/meetings', { params: { mentor_id: assisted }, query })
}

/** The meetings of the mentor with this number, for the assistant; null: the reader's own. */
export const agendaQuery = (assisted: number | null) =>
  queryOptions({ queryKey: [...agendaKey, assisted, ''], queryFn: () => readMeetings(assisted, {}) })

/** A week that begins with this day; without one, with today. */
export const weekQuery = (assisted: number | null, from: string) =>
  queryOptions({
    queryKey: [...agendaKey, assisted, from],
    queryFn: () => readMeetings(assisted, from === '' ? {} : { from }),
    placeholderData: keepPreviousData,
  })

/** Those whom the mentor may invite: the first by name, or those whom the search finds. */
export const menteesQuery = (search: string) =>
  queryOptions({
    queryKey: ['mentees', search],
    queryFn: () => api('GET /mentors/meetings/people', { query: search === '' ? {} : { search } }),
  })

/** Reloads what depends on a meeting after a change; a refusal may also mean that the meeting has changed. */
function useRenew() {
  const queries = useQueryClient()
  return () => Promise.all([agendaKey, ['mentor-users']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/**
 * The mentor's answer to a person who asks for another time. `onSettled` is called before the request leaves the page.
 */
export function useSettleTime({ id, user_id, revision }: MentorMeeting, onSettled: () => void) {
  const renew = useRenew()
  const mentor_id = useAssisted()
  return useMutation({
    /** The time that is agreed to; null keeps the earlier one. */
    mutationFn: (date: string | null) => {
      const body = { agreed: date !== null, ...(date === null ? {} : { date }), revision }
      return mentor_id === null
        ? api('POST /mentors/meetings/:id/:user_id/time', { params: { id, user_id }, body })
        : api('POST /assistants/:mentor_id/meetings/:id/:user_id/time', { params: { mentor_id, id, user_id }, body })
    },
    onSuccess: (_answer, date) => {
      showBanner(date !== null ? 'Встреча перенесена' : 'Время осталось прежним: участник ответит ещё раз', 'success')
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
  /** Absent when the page does not know it. */
  shared_note?: string
}

export function useReport({ id, user_id }: Reported) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (body: { came: boolean; report: string; shared_note?: string }) =>
      api('POST /mentors/meetings/:id/:user_id/report', { params: { id, user_id }, body }),
    onSuccess: () => {
      showBanner('Отчёт сохранён', 'success')
      void renew()
    },
  })
}

export interface TimeAndPlace {
  format: 1 | 2
  meeting_date: string
  minutes: number
  place: string
}

/** Makes a meeting, or changes the one that is given. */
export function useKeepMeeting(meeting: MentorMeeting | null) {
  const renew = useRenew()
  const mentor_id = useAssisted()
  return useMutation({
    mutationFn: async ({ stage_id, user_ids, ...time }: TimeAndPlace & { stage_id: number; user_ids: number[] }) => {
      const body = { ...time, revision: meeting?.revision ?? 0 }
      if (meeting && mentor_id === null) await api('PUT /mentors/meetings/:id', { params: { id: meeting.id }, body })
      else if (meeting && mentor_id !== null)
        await api('PUT /assistants/:mentor_id/meetings/:id', { params: { mentor_id, id: meeting.id }, body })
      else await api('POST /mentors/meetings', { body: { ...time, stage_id, user_ids } })
    },
    onSuccess: () => showBanner(meeting ? 'Встреча изменена' : 'Приглашения отправлены', 'success'),
    onSettled: renew,
  })
}

export function useCancelMeeting({ id, revision }: MentorMeeting) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (reason: string) =>
      api('POST /mentors/meetings/:id/cancel', { params: { id }, body: { reason, revision } }),
    onSuccess: () => showBanner('Встреча отменена', 'success'),
    onSettled: renew,
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
