import { isRecord } from '#shared/forms/fields/field.ts'

/** Where the answer keeps its times; no question may have this name. */
export const timesName = 'times'

/**
 * How much more the browser's clock may count than the server's: the time of sending the first save and the hand-in.
 */
const graceMs = 30_000
const longestMs = 24 * 3_600_000

/** Milliseconds by question, only plausible numbers; null without any. */
export function timesIn(data: Readonly<Record<string, unknown>>): Record<string, number> | null {
  const given = data[timesName]
  if (!isRecord(given)) return null
  const counted = Object.entries(given).filter(
    (entry): entry is [string, number] =>
      Number.isInteger(entry[1]) && Number(entry[1]) > 0 && Number(entry[1]) < longestMs,
  )
  return counted.length > 0 ? Object.fromEntries(counted) : null
}

/** The times of these questions, or null when their sum exceeds the time since the person began. */
export function plausibleTimes(
  data: Readonly<Record<string, unknown>>,
  names: readonly string[],
  passedMs: number,
): Record<string, number> | null {
  const times = timesIn(data)
  if (!times) return null
  const own = Object.fromEntries(names.flatMap((name) => (times[name] === undefined ? [] : [[name, times[name]]])))
  const sum = Object.values(own).reduce((all, ms) => all + ms, 0)
  return sum > 0 && sum <= passedMs + graceMs ? own : null
}
