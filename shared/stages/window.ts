import { regionOffsets, utcOffsetOfRegion } from './region-hours.ts'

/** The clock of the stage's dates. */
export type StageClock = 'moscow' | 'participant'

/** Half-open: the stage is open from `opensAt` until just before `closesAt`; null means no limit. */
export interface Window {
  opensAt: Date | null
  closesAt: Date | null
}

export interface WindowSource extends Window {
  /** The tracks' own dates. A missing date is the stage's. */
  trackWindows: Readonly<Record<string, Partial<Window>>>
  clock: StageClock
}

/** What can change the window for one person. */
export interface WindowFacts {
  track: string | null
  /** kladr_code */
  region: string | null
  groupExtendedUntil: Date | null
  extendedUntil: Date | null
  incidentMinutes: number
}

const minute = 60_000
const day = 24 * 60 * minute
const moscowOffset = 180

/** The grace for hand-ins that were being sent when the stage closed. Participants do not know about it. */
export const handInGrace = 60_000

/**
 * The window of one person, worked out at every read: the stage's dates → the track's → the participant's time zone →
 * the group's extension → the personal one → minutes given back for incidents. An extension never makes it shorter: of
 * several the latest end holds.
 */
export function effectiveWindow(source: WindowSource, person: WindowFacts): Window {
  const ofTrack = person.track === null ? undefined : source.trackWindows[person.track]
  let opensAt = ofTrack?.opensAt ?? source.opensAt
  let closesAt = ofTrack?.closesAt ?? source.closesAt
  if (source.clock === 'participant') {
    const offset = utcOffsetOfRegion(person.region)
    opensAt = opensAt && eightInTheMorning(opensAt, offset)
    closesAt = closesAt && sameHours(closesAt, offset)
  }
  if (closesAt === null) return { opensAt, closesAt }
  const extended = Math.max(Number(closesAt), Number(person.groupExtendedUntil), Number(person.extendedUntil))
  return { opensAt, closesAt: new Date(extended + Math.max(0, person.incidentMinutes) * minute) }
}

/** The extension that holds of several. */
export const latestOf = (extensions: readonly { closesAt: Date | null }[]): Date | null =>
  extensions.reduce<Date | null>(
    (latest, { closesAt }) => (closesAt && (!latest || closesAt > latest) ? closesAt : latest),
    null,
  )

/** Everything that can change the ends of a stage, except personal extensions. */
interface EndsSource extends WindowSource {
  groupExtensions: readonly { closesAt: Date }[]
  incidents: readonly { minutes: number }[]
}

/**
 * The earliest and the latest end of anybody's window. Only a personal extension can end later. Null when the stage has
 * no end.
 */
export function endsBetween({ groupExtensions, incidents, ...source }: EndsSource): { first: Date; last: Date } | null {
  const tracks = Object.values(source.trackWindows).map(({ closesAt }) => closesAt ?? null)
  const dates = [source.closesAt, ...tracks].filter((moment) => moment !== null)
  if (dates.length === 0) return null
  const [most, least] = source.clock === 'participant' ? [regionOffsets.most, regionOffsets.least] : []
  const moments = dates.map((moment) => moment.getTime())
  const [first, last] = [new Date(Math.min(...moments)), new Date(Math.max(...moments))]
  const extended = [
    least === undefined ? last : sameHours(last, least),
    ...groupExtensions.map((each) => each.closesAt),
  ]
  const givenBack = incidents.reduce((sum, { minutes }) => sum + Math.max(0, minutes), 0)
  return {
    first: most === undefined ? first : sameHours(first, most),
    last: new Date(Math.max(...extended.map((moment) => moment.getTime())) + givenBack * minute),
  }
}

/** Whether only a personal extension makes the window end this late. */
export function endIsPersonal(source: WindowSource, person: WindowFacts): boolean {
  if (person.extendedUntil === null) return false
  const own = effectiveWindow(source, person).closesAt
  const others = effectiveWindow(source, { ...person, extendedUntil: null }).closesAt
  return own !== null && others !== null && own > others
}

export function isOpen(window: Window, now: Date): boolean {
  return (window.opensAt === null || now >= window.opensAt) && (window.closesAt === null || now < window.closesAt)
}

/** Whether a hand-in that reached the server at this time still counts. */
export function acceptsArrival(window: Window, arrivedAt: Date): boolean {
  if (window.opensAt !== null && arrivedAt < window.opensAt) return false
  return window.closesAt === null || arrivedAt.getTime() < window.closesAt.getTime() + handInGrace
}

/**
 * The time at which a request that arrived at `arrivedAt` is judged: within the grace it is the last moment before the
 * stage closed.
 */
export function judgedAt(window: Window, arrivedAt: Date): Date {
  const { closesAt } = window
  const late = closesAt !== null && arrivedAt >= closesAt && acceptsArrival(window, arrivedAt)
  return late ? new Date(closesAt.getTime() - 1) : arrivedAt
}

/** 08:00 in the person's time zone, on the day on which the stage opens in Moscow. */
function eightInTheMorning(moment: Date, offset: number): Date {
  const moscow = moment.getTime() + moscowOffset * minute
  return new Date(moscow - modulo(moscow, day) + 8 * 60 * minute - offset * minute)
}

/** The time at which the person's clock shows what Moscow's clock shows at `moment`. */
function sameHours(moment: Date, offset: number): Date {
  return new Date(moment.getTime() + (moscowOffset - offset) * minute)
}

const modulo = (value: number, by: number) => ((value % by) + by) % by
