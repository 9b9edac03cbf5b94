import type { Meeting } from './queries.ts'

type Look = 'done' | 'due' | 'waiting' | 'shut' | 'neutral'

/** The status of a meeting in a word: a change of the meeting itself comes before the answer to it. */
export function meetingWords({ status, user_meeting_status: answer, may_mark, held, lapsed }: Meeting): {
  look: Look
  words: string
} {
  if (status === 'cancelled') return { look: 'shut', words: lapsed ? 'Отменена: ответа не было' : 'Отменена' }
  if (lapsed) return { look: 'shut', words: 'Ответа не было' }
  if (held !== null) return held ? { look: 'done', words: 'Состоялась' } : { look: 'shut', words: 'Не состоялась' }
  if (answer === 'rejected') return { look: 'shut', words: 'Вы отклонили' }
  if (status === 'past') return { look: 'neutral', words: answer === 'accepted' ? 'Прошла' : 'Время прошло' }
  if (status === 'wait' && answer === 'pending') return { look: 'due', words: 'Ответ просрочен' }
  if (may_mark) return { look: 'waiting', words: 'Ждёт итогов' }
  if (answer === 'changed') return { look: 'waiting', words: 'Вы предложили другое время' }
  if (answer === 'accepted' || status === 'accepted') return { look: 'done', words: 'Вы придёте' }
  return { look: 'due', words: 'Ждёт вашего ответа' }
}

/** The actions in addresses such as mentor_meetings/meetings/7/accept. */
const actions = { accept: 'accepted', reject: 'rejected', change: 'changed' } as const
export type MeetingAction = (typeof actions)[keyof typeof actions]

export function actionOfAddress(action: string | undefined): MeetingAction | null {
  const known = Object.entries(actions).find(([word, status]) => action === word || action === status)
  return known?.[1] ?? null
}

/** Whether the person may answer now, also when the answer is overdue and the meeting is in the archive. */
export const mayAnswer = (
  { status, user_meeting_status: answer, lapsed }: Meeting,
  startsAt: Date,
  now: Date,
): boolean => (status === 'new' || status === 'wait') && answer !== 'rejected' && !lapsed && startsAt > now
