import { outOf } from '#shared/text/unbroken.ts'
import { plural } from '#shared/time/plural.ts'

/** «120 000» */
export const showCount = (count: number): string => count.toLocaleString('ru-RU')

/** «120 000 из 242 405, осталось около 2 минут» */
export const progressWords = (count: number, all: number, secondsLeft: number | null): string =>
  outOf(showCount(count), showCount(all)) + (secondsLeft === null ? '' : `, осталось ${about(secondsLeft)}`)

function about(seconds: number): string {
  if (seconds < 60) return 'меньше минуты'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `около ${minutes} ${plural(minutes, 'минуты', 'минут', 'минут')}`
  const hours = Math.round(minutes / 60)
  return `около ${hours} ${plural(hours, 'часа', 'часов', 'часов')}`
}
