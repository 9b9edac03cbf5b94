import { counted } from '#shared/platform/time/plural.ts'
import type { Duty } from '#web/seasons/console/duties.ts'

/** What waits for an organiser or an editor in all competitions, as a sentence. */
export function waitingWords(competitions: readonly Pick<Duty, 'support' | 'season' | 'desk' | 'help'>[]): string {
  const sum = (of: (duty: (typeof competitions)[number]) => number | undefined) =>
    competitions.reduce((total, duty) => total + (of(duty) ?? 0), 0)
  const open = sum(({ support }) => support?.open)
  const works = sum(({ desk }) => desk?.waits)
  const appeals = sum(({ desk }) => desk?.appeals)
  const edited = sum(({ season }) => season?.edited)
  const misses = sum(({ help }) => help?.misses)
  const parts = [
    ...(open > 0 ? [counted(open, 'обращение', 'обращения', 'обращений')] : []),
    ...(works > 0 ? [counted(works, 'работа', 'работы', 'работ')] : []),
    ...(appeals > 0 ? [counted(appeals, 'апелляция', 'апелляции', 'апелляций')] : []),
    ...(edited > 0 ? [`${counted(edited, 'этап', 'этапа', 'этапов')} с неопубликованными правками`] : []),
    ...(misses > 0 ? [`${counted(misses, 'вопрос', 'вопроса', 'вопросов')} без ответа в помощи`] : []),
  ]
  return parts.length > 0 ? `Вас ждут: ${new Intl.ListFormat('ru').format(parts)}.` : 'Сейчас вас ничего не ждёт.'
}
