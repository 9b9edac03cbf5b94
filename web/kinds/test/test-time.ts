import { showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'

/** In milliseconds. */
export const minute = 60_000

/** «20:00» of a moment, in Moscow or so many minutes ahead of it. */
export const clockTime = (moment: Date, ahead = 0): string =>
  new Date(moment.getTime() + (180 + ahead) * minute).toISOString().slice(11, 16)

/** «у вас будет 34 минуты, до 20:00», with the hour of the person's own region where it differs. */
export function timeAhead(minutes: number | null, endsAt: Date | null, regionOffset: number): string {
  const long =
    minutes === null ? 'времени сколько угодно' : `у вас будет ${counted(minutes, 'минута', 'минуты', 'минут')}`
  if (endsAt === null) return long
  const own = regionOffset === 0 ? '' : ` (в вашем регионе ${clockTime(endsAt, regionOffset)})`
  return `${long}, до ${clockTime(endsAt)}${regionOffset === 0 ? '' : ' по Москве'}${own}`
}

/** «12:05», or «1:12:05» from an hour on. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':')
}

const told = [10, 5, 1]

/** What is read out when this time is left: at ten, five and one minute, and at the end. Empty otherwise. */
export function spokenTime(before: number, left: number): string {
  if (before > 0 && left <= 0) return 'Время вышло'
  const minutes = told.findLast((each) => before > each * minute && left <= each * minute)
  return minutes === undefined
    ? ''
    : `Осталось ${minutes === 1 ? 'не больше минуты' : counted(minutes, 'минута', 'минуты', 'минут')}`
}

/** What is read out when the deadline has moved. */
export const movedDeadline = (minutes: number, deadline: Date): string =>
  minutes > 0
    ? `Вам добавили время: ${counted(minutes, 'минуту', 'минуты', 'минут')}. Теперь до ${clockTime(deadline)} по Москве`
    : `Срок изменился: теперь до ${showMoscowTime(deadline)}`
