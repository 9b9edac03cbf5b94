import type { RefusalCode } from '#shared/platform/api/refusals.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { maxAheadMs, proposals } from './limits.ts'

/** A wire moment in the future, but not too far ahead; null for anything else. */
export function momentAhead(text: string, now: Date): Date | null {
  const moment = /^\S+ \S+$/.test(text) ? parseWire(text) : null
  return moment && moment > now && moment.getTime() <= now.getTime() + maxAheadMs ? moment : null
}

/** The times that a person offers instead, soonest first, or what is wrong with them. */
export function proposedTimes(
  texts: readonly string[],
  now: Date,
): { times: Date[]; fault: null } | { times: null; fault: RefusalCode } {
  const times = texts.map((text) => momentAhead(text, now))
  const found = times.flatMap((time) => (time ? [time] : []))
  if (found.length < times.length) return { times: null, fault: 'meeting_date_wrong' }
  const distinct = new Set(found.map((time) => time.getTime()))
  if (distinct.size < proposals.min || distinct.size > proposals.max || distinct.size < found.length)
    return { times: null, fault: 'meeting_times_few' }
  return { times: [...distinct].toSorted((one, other) => one - other).map((time) => new Date(time)), fault: null }
}

/** The fault of the place of a meeting: it must be an address in person, a link online. */
export function placeFault(format: 1 | 2, place: string): RefusalCode | null {
  const text = place.trim()
  if (format === 1) return text === '' ? 'meeting_address_missing' : null
  return /^https:\/\/[^\s/]+\.[^\s/]+/.test(text) && !/\s/.test(text) ? null : 'meeting_link_wrong'
}
