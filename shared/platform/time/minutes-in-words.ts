import { counted } from './plural.ts'

/** A duration in words: «40 минут», «1 час 30 минут», «3 дня». */
export function minutesInWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const parts = [
    days > 0 && counted(days, 'день', 'дня', 'дней'),
    hours > 0 && counted(hours, 'час', 'часа', 'часов'),
    rest > 0 && counted(rest, 'минута', 'минуты', 'минут'),
  ]
  return parts.filter(Boolean).slice(0, 2).join(' ')
}
