import type { AssignedReading } from './panel-queries.ts'

/** How far a judge is with a work, in words for organisers. */
export const stateWords: Record<AssignedReading['state'], string> = {
  new: 'Не начата',
  begun: 'Начата',
  done: 'Оценена',
  changed: 'Сдана новая версия',
  abstained: 'Эксперт отказался',
  stopped: 'Остановлена: сообщили о заимствовании',
  taken: 'Передана другому',
}
