import { outOf } from '#shared/platform/text/unbroken.ts'
import { plural } from '#shared/platform/time/plural.ts'

/** «120 000» */
export const showCount = (count: number): string => count.toLocaleString('ru-RU')

/** «120 000 из 242 405» */
export const progressWords = (count: number, all: number): string => outOf(showCount(count), showCount(all))

/** «Осталось около 2 минут» */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 60) return 'Осталось меньше минуты'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `Осталось около ${minutes} ${plural(minutes, 'минуты', 'минут', 'минут')}`
  const hours = Math.round(minutes / 60)
  return `Осталось около ${hours} ${plural(hours, 'часа', 'часов', 'часов')}`
}
