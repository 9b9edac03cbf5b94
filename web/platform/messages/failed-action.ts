import { failureText } from './failure-text.ts'

/** Messages for failed actions, from the specification (section 8). */
const wording = {
  meeting_status: 'Ошибка при смене статуса встречи',
  offline_event: 'Failed to fetch offline event info',
} as const

/** The message for a failed action and, below it, the reason if known. */
export const failedAction = (action: keyof typeof wording, error: unknown): { title: string; reason: string } => ({
  title: wording[action],
  reason: failureText(error),
})
