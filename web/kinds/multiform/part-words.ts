import { isReturnedReason } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import type { Stage } from '#web/stages/stage.ts'

export const isOpen = ({ status }: Stage): boolean => status === 'available' || status === 'in_progress'

export const isDone = ({ status, extra_data }: Stage): boolean =>
  status === 'success' || extra_data.handed_in_at !== null

export const isReturned = (part: Stage): boolean =>
  isOpen(part) && (part.extra_data.remarks.length > 0 || isReturnedReason(part.extra_data.reason))

const words: Record<StageStatus, string> = {
  available: 'Не начата',
  in_progress: 'Начата, не сдана',
  success: 'Принята',
  processing: 'Обрабатываем',
  wait: 'Пока закрыта',
  interrupted: 'Прервана',
  not_allowed: 'Не принята',
  timeover: 'Срок истёк',
  unavailable_finalist: 'Закрыта для финалистов',
  hidden: 'Скрыта',
}

/** The state of a part, in two or three words. */
export function partWords(part: Stage): string {
  if (isReturned(part)) return 'Вернули: исправьте'
  if (part.status === 'wait' && isDone(part)) return 'Сдана, ждёт решения'
  return words[part.status]
}

/** What the link to a part does. */
export function partAction(part: Stage): string {
  if (isReturned(part)) return 'Исправить'
  if (part.status === 'available') return 'Заполнить'
  return part.status === 'in_progress' ? 'Продолжить' : 'Посмотреть'
}
