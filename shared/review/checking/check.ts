import type { Static } from 'typebox'
import type { checkDraft, checkReason } from './routes.ts'

/** What a checker decides about a hand-in. */
export const verdicts = ['accept', 'return', 'refuse'] as const
export type Verdict = (typeof verdicts)[number]

export type CheckReason = Static<typeof checkReason>
export type CheckDraft = Static<typeof checkDraft>

/** The reasons that a checker chooses from when the organiser has not written any. */
export const usualReasons: readonly CheckReason[] = [
  {
    code: 'off_topic',
    title: 'Не по заданию',
    text: 'Ответ не относится к заданию этапа.',
  },
  {
    code: 'not_own',
    title: 'Чужая работа',
    text: 'Работа повторяет чужой текст без ссылки на него.',
  },
  {
    code: 'untrue',
    title: 'Сведения не подтвердились',
    text: 'Сведения в ответе не подтвердились при проверке.',
  },
  {
    code: 'empty',
    title: 'Нет ответа по существу',
    text: 'В работе нет ответа по существу.',
  },
]

/** The explanation of a verdict for the participant: the text of the chosen reason, then the checker's own words. */
export function reasonInWords(reasons: readonly CheckReason[], code: string, words: string): string {
  const chosen = reasons.find((reason) => reason.code === code)?.text ?? ''
  return [chosen, words.trim()].filter((part) => part !== '').join(' ')
}
