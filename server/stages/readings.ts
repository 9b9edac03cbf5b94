import type { Services } from '#server/services.ts'
import { changedSince, type Mark, markChanges } from './data-version.ts'

/** Milliseconds for which it is given at most. */
const maxOutdated = 60_000
/** Milliseconds after which a value is read again without a change: ages grow by themselves. */
const maxAge = 10 * 60_000
/** Values of all competitions in one process. */
const maxKept = 300

/** What is the same for all who may see it. */
export interface Readable<Value> {
  competition: string
  /** Unique in the competition. */
  name: string
  read: () => Promise<Value>
}

export interface Reading<Value> {
  value: Value
  /** The moment of a value that may be outdated; null when it holds now. */
  asOf: Date | null
}

/** Reads what all organisers see alike once for a version of its data. Who asks meanwhile waits for the same reading. */
export interface Readings {
  /** With `fresh` never a value that may be outdated. */
  latest<Value>(of: Readable<Value>, fresh?: 'fresh'): Promise<Reading<Value>>
}

interface Pace {
  /** A value that took longer to read, in milliseconds, is also given for a while after a change. */
  slow: number
  /** It is read anew at most in this share of the time. */
  share: number
}

interface Done {
  value: unknown
  mark: Mark
  at: Date
  /** By the clock of the process, in milliseconds. */
  begun: number
  took: number
}

interface Kept {
  last: Done | null
  running: Promise<Done> | null
}

export function createReadings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { slow, share }: Pace = { slow: 250, share: 0.1 },
): Readings {
  /** The one asked last is the last. */
  const all = new Map<string, Kept>()

  function keptAs(name: string): Kept {
    const kept = all.get(name) ?? { last: null, running: null }
    all.delete(name)
    all.set(name, kept)
    if (all.size > maxKept) for (const oldest of [...all.keys()].slice(0, all.size - maxKept)) all.delete(oldest)
    return kept
  }

  async function isOutdated(competition: string, { mark, at }: Done): Promise<boolean> {
    return Math.abs(clock().getTime() - at.getTime()) > maxAge || (await changedSince(db, competition, mark))
  }

  function begin({ competition, read }: Readable<unknown>, kept: Kept): Promise<Done> {
    const running = readOnce(competition, read).then(
      (done) => {
        kept.last = done
        if (kept.running === running) kept.running = null
        return done
      },
      (fault: unknown) => {
        if (kept.running === running) kept.running = null
        throw fault
      },
    )
    kept.running = running
    return running
  }

  async function readOnce(competition: string, read: () => Promise<unknown>): Promise<Done> {
    const [at, begun] = [clock(), performance.now()]
    // The mark is taken before the value is read, so a change in between is noticed.
    const mark = await markChanges(db, competition)
    return { value: await read(), mark, at, begun, took: performance.now() - begun }
  }

  async function latest(asked: Readable<unknown>, fresh?: 'fresh'): Promise<Reading<unknown>> {
    const { competition, name } = asked
    const kept = keptAs(`${competition} ${name}`)
    const { last, running } = kept
    if (last && !(await isOutdated(competition, last))) return { value: last.value, asOf: null }
    if (last && !fresh && last.took > slow && performance.now() - last.begun < maxOutdated) {
      // Whoever asks when it has failed waits for the next one and is told.
      if (!kept.running && performance.now() - last.begun > last.took / share) begin(asked, kept).catch(() => {})
      return { value: last.value, asOf: last.at }
    }
    if (running) {
      const joined = await running
      // It had begun before this call, so it may lack what its caller has just changed.
      if (!(await isOutdated(competition, joined))) return { value: joined.value, asOf: null }
      if (!fresh && joined.took > slow) return { value: joined.value, asOf: joined.at }
    }
    return { value: (await (kept.running ?? begin(asked, kept))).value, asOf: null }
  }

  return { latest: (asked, fresh) => latest(asked, fresh) as Promise<Reading<never>> }
}
