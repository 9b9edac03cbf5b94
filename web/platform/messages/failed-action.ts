import { failureText } from './failure-text.ts'

/** What is said when a whole action fails, in the words of the specification (section 8). */
const wording = {
  meeting_status: 'Ошибка при смене статуса встречи',
  offline_event: 'Failed to fetch offline event info',
} as const

/** The line for a failed action, and under it why, where the portal knows. */
export const failedAction = (action: keyof typeof wording, error: unknown): { title: string; reason: string } => ({
  title: wording[action],
  reason: failureText(error),
})
