import { parseWire } from '#shared/platform/time/moscow.ts'

const moment = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})
const plural = new Intl.PluralRules('ru-RU')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const words = {
  day: { one: 'день', few: 'дня', many: 'дней', other: 'дня' },
  hour: { one: 'час', few: 'часа', many: 'часов', other: 'часа' },
  minute: { one: 'минута', few: 'минуты', many: 'минут', other: 'минуты' },
}

/** «15 декабря в 23:59», in Moscow time. */
export const momentInWords = (text: string) => moment.format(toDate(text))

/** «15 декабря в 23:59 по Москве» */
export const momentInMoscow = (text: string) => `${moment.format(toDate(text))} по Москве`

/** A Moscow wire moment (`2026-12-15 23:59:00`) or an ISO string. */
export const toDate = (text: string) => parseWire(text) ?? new Date(text)

/** The time left in at most two units: «3 дня 4 часа», «25 минут»; null when it is over. */
export function timeLeft(text: string, now: number): string | null {
  const left = toDate(text).getTime() - now
  if (!(left > 0)) return null
  if (left >= 7 * day) return count(Math.floor(left / day), 'day')
  if (left >= day) return `${count(Math.floor(left / day), 'day')}${rest(Math.floor((left % day) / hour), 'hour')}`
  if (left >= hour)
    return `${count(Math.floor(left / hour), 'hour')}${rest(Math.floor((left % hour) / minute), 'minute')}`
  return count(Math.max(1, Math.floor(left / minute)), 'minute')
}

/** How long ago, in at most two units: «2 дня 4 часа»; under a minute it is «1 минута». */
export const timeSince = (text: string, now: number): string =>
  timeLeft(new Date(Math.max(now + 1, 2 * now - toDate(text).getTime())).toISOString(), now) ?? ''

const rest = (value: number, unit: keyof typeof words) => (value > 0 ? ` ${count(value, unit)}` : '')

function count(value: number, unit: keyof typeof words) {
  const form = plural.select(value) as 'one' | 'few' | 'many' | 'other'
  return `${value}\u00a0${words[unit][form]}`
}
