import { parseWire } from '#shared/platform/time/moscow.ts'
import { maxSlotsAtOnce } from './limits.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface SlotPlan {
  /** `yyyy-MM-dd`, both included; Moscow time. */
  first_day: string
  last_day: string
  /** `HH:mm`: when the first slot of a day begins, and by when the last is over. */
  from: string
  to: string
  minutes: number
  pause: number
}

/** The start times of the slots of a plan; null when the plan makes no sense. */
export function slotTimes({ first_day, last_day, from, to, minutes, pause }: SlotPlan): Date[] | null {
  const at = (date: string, time: string) => parseWire(`${date} ${time}:00`)
  const [first, last, opens, closes] = [
    at(first_day, '00:00'),
    at(last_day, '00:00'),
    at(first_day, from),
    at(first_day, to),
  ]
  if (!first || !last || !opens || !closes || last < first || closes <= opens || minutes < 1) return null
  const times: Date[] = []
  // Moscow has no summer time: every day has 24 hours.
  for (let shift = 0; first.getTime() + shift <= last.getTime(); shift += day)
    for (
      let start = opens.getTime();
      start + minutes * minute <= closes.getTime();
      start += (minutes + pause) * minute
    ) {
      times.push(new Date(start + shift))
      if (times.length > maxSlotsAtOnce) return times
    }
  return times
}
