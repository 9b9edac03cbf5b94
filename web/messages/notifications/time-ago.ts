import { showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'

/** «5 минут назад», «3 часа назад», «2 дня назад»; after a week the date. */
export function timeAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  if (minutes < 1) return 'только что'
  if (minutes < 60) return `${counted(minutes, 'минуту', 'минуты', 'минут')} назад`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${counted(hours, 'час', 'часа', 'часов')} назад`
  const days = Math.floor(hours / 24)
  return days < 7 ? `${counted(days, 'день', 'дня', 'дней')} назад` : showDate(moment)
}
