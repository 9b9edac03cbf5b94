export interface Bar {
  /** yyyy-MM-dd; the first day of a week. */
  day: string
  people: number
}

const dayMs = 24 * 3_600_000
/** More bars than this cannot be told apart on a phone. */
const maxBars = 90

/**
 * A bar for every day from the first to the last, also for those without anybody; weeks when there are too many days.
 */
export function barsOf(days: readonly Bar[]): { bars: Bar[]; weekly: boolean } {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { bars: [], weekly: false }
  const from = Date.parse(first.day)
  const count = Math.round((Date.parse(last.day) - from) / dayMs) + 1
  const weekly = count > maxBars
  const length = weekly ? 7 : 1
  const bars = Array.from(
    { length: Math.ceil(count / length) },
    (_none, place): Bar => ({
      day: new Date(from + place * length * dayMs).toISOString().slice(0, 10),
      people: 0,
    }),
  )
  for (const { day, people } of days) {
    const bar = bars[Math.floor(Math.round((Date.parse(day) - from) / dayMs) / length)]
    if (bar) bar.people += people
  }
  return { bars, weekly }
}
