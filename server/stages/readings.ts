import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { connectionOf, openDatabase, patientMs } from '#server/platform/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Database } from '#server/tables.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { changedSince, type Mark, markChanges } from './data-version.ts'

/** Milliseconds for which it is given at most after a change. */
const maxOutdated = 60_000
/** Milliseconds after which a value is read again without a change: ages grow by themselves. */
const maxAge = 10 * 60_000
/** Values of all competitions in one process. */
const maxKept = 300
/** How many are read at once: participants use the same database. */
const connections = 2
/** Seconds after which a page asks again for what is still being read. */
const askAgain = 2

/** What is the same for all who may see it. */
export interface Readable<Value> {
  competition: string
  /** Unique in the competition. */
  name: string
  /** Gets a database whose statements may take longer than a request. */
  read: (db: Db) => Promise<Value>
  /** It reads tables that raise no version: a quick one is read for each call, a slow one is given for ten minutes. */
  unversioned?: boolean
}

export interface Reading<Value> {
  value: Value
  /** The moment of a value that may be outdated; null when it holds now. */
  asOf: Date | null
}

/**
 * Reads what all organisers see alike once for a version of its data. Who asks meanwhile waits for the same reading, for
 * a moment: then the page is told to ask again.
 */
export interface Readings {
  /** With `whole` waits until it is read; with `fresh` also takes no value that may be outdated. */
  latest<Value>(of: Readable<Value>, how?: How): Promise<Reading<Value>>
  /** What a panel shows of all people or works of a season, with the moment of figures that may be outdated. */
  figures<Value extends object>(
    of: Omit<Readable<Value>, 'unversioned'>,
    how?: 'whole',
  ): Promise<Value & { as_of: string | null }>
  /** The database of what is read. */
  db: Db
  close(): void
}

type How = 'whole' | 'fresh'

/** A report with the moment that its numbers are of, if newer ones are being counted. */
export const withMoment = <Report extends object>({ value, asOf }: Reading<Report>) => ({
  ...value,
  as_of: asOf && formatWire(asOf),
})

export interface Pace {
  /** A value that took longer to read, in milliseconds, is also given for a while after a change. */
  slow: number
  /** It is read anew at most in this share of the time. */
  share: number
  /** Milliseconds that a call waits for a value. */
  patience: number
}

interface Done {
  value: unknown
  /** null: it has no version. */
  mark: Mark | null
  at: Date
  /** By the clock of the process, in milliseconds. */
  begun: number
  took: number
}

interface Kept {
  last: Done | null
  running: Promise<Done> | null
  /** Why the reading failed that nobody waited for: whoever asks next is told. */
  fault: unknown
}

export function createReadings(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { slow = 250, share = 0.1, patience = 700 }: Partial<Pace> = {},
): Readings {
  // What is read sorts and joins very many rows.
  const connection = { ...connectionOf(db), options: '-c work_mem=64MB' }
  const own = openDatabase<Database>(connection, { max: connections, statementMs: patientMs, waitMs: patientMs })
  /** The one asked last is the last. */
  const all = new Map<string, Kept>()

  function keptAs(name: string): Kept {
    const kept = all.get(name) ?? { last: null, running: null, fault: null }
    all.delete(name)
    all.set(name, kept)
    if (all.size > maxKept) for (const oldest of [...all.keys()].slice(0, all.size - maxKept)) all.delete(oldest)
    return kept
  }

  async function isOutdated(competition: string, { mark, at }: Done): Promise<boolean> {
    if (!mark || Math.abs(clock().getTime() - at.getTime()) > maxAge) return true
    return changedSince(db, competition, mark)
  }

  function begin(asked: Readable<unknown>, kept: Kept): Promise<Done> {
    const running = readOnce(asked).then(
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

  async function readOnce({ competition, read, unversioned }: Readable<unknown>): Promise<Done> {
    const [at, begun] = [clock(), performance.now()]
    // The mark is taken before the value is read, so a change in between is noticed.
    const mark = unversioned ? null : await markChanges(db, competition)
    return { value: await read(own.db), mark, at, begun, took: performance.now() - begun }
  }

  /** Waits for the reading, or refuses when it takes too long for one call. It goes on. */
  async function soon(running: Promise<Done>, kept: Kept, how?: How): Promise<Done> {
    if (how) return running
    const timer = Promise.withResolvers<null>()
    const timeout = setTimeout(timer.resolve, patience, null)
    const done = await Promise.race([running, timer.promise]).finally(() => clearTimeout(timeout))
    if (done) return done
    running.catch((fault: unknown) => {
      kept.fault = fault
    })
    throw new Refusal('being_counted', { retryAfter: askAgain })
  }

  async function latest(asked: Readable<unknown>, how?: How): Promise<Reading<unknown>> {
    const { competition, name, unversioned } = asked
    const kept = keptAs(`${competition} ${name}`)
    const { last, running, fault } = kept
    kept.fault = null
    if (fault) throw fault
    const fresh = how === 'fresh'
    if (last && !(await isOutdated(competition, last))) return { value: last.value, asOf: null }
    const since = last ? performance.now() - last.begun : 0
    if (last && !fresh && last.took > slow && since < (unversioned ? maxAge : maxOutdated)) {
      // Whoever asks when it has failed waits for the next one and is told.
      if (!kept.running && since > last.took / share) begin(asked, kept).catch(() => {})
      return { value: last.value, asOf: last.at }
    }
    if (running) {
      const joined = await soon(running, kept, how)
      // It had begun before this call, so it may lack what its caller has just changed.
      if (!(await isOutdated(competition, joined))) return { value: joined.value, asOf: null }
      if (!fresh && joined.took > slow) return { value: joined.value, asOf: joined.at }
    }
    return { value: (await soon(kept.running ?? begin(asked, kept), kept, how)).value, asOf: null }
  }

  return {
    latest: (asked, how) => latest(asked, how) as Promise<Reading<never>>,
    figures: async (of, how) => withMoment((await latest({ ...of, unversioned: true }, how)) as Reading<never>),
    db: own.db,
    // Who reads at this moment is not waited for.
    close: () => void own.close(),
  }
}

interface LongList {
  competition: string
  /** Tells one list, with its filters, from the others. */
  name: unknown[]
  /** What is counted. */
  from: RawBuilder<unknown>
}

/** The number of all rows of a long list. */
export function countOf({ readings }: Pick<Services, 'readings'>, { competition, name, from }: LongList) {
  const read = async (db: Db) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
    return { count: rows[0]?.count ?? 0 }
  }
  return readings.figures({ competition, name: `list ${JSON.stringify(name)}`, read })
}

/** One page of a long list, and the number of all its rows. */
export async function readList<Row>(
  services: Pick<Services, 'db' | 'readings'>,
  of: LongList,
  page: RawBuilder<Row>,
): Promise<{ rows: Row[]; count: number; as_of: string | null }> {
  return { ...(await countOf(services, of)), rows: (await page.execute(services.db)).rows }
}

const idBytes = 4

/** Every `id` of a query, in its order. They are kept as bytes: to parse very many numbers would hold up everybody. */
export async function orderOf(db: Db, ids: RawBuilder<unknown>) {
  const { rows } = await sql<{ all: Buffer }>`
    select coalesce(string_agg(int4send(id), '' order by place), '') as all
    from (select id, row_number() over () as place from (${ids}) as ordered) as placed`.execute(db)
  const all = rows[0]?.all ?? Buffer.alloc(0)
  const count = all.length / idBytes
  return {
    count,
    page: ({ limit, offset }: Page): number[] =>
      Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_none, at) =>
        all.readInt32BE((offset + at) * idBytes),
      ),
  }
}

interface OrderedList {
  competition: string
  name: unknown[]
  /** A query of the `id` of every row, in order. */
  ids: RawBuilder<unknown>
}

/**
 * One page of a list whose order follows from all its rows: it is worked out once for all who look at it. `rowsOf` reads
 * the rows of a page, in any order, each with the `id`.
 */
export async function readOrdered<Row extends { id: number }>(
  { db, readings }: Pick<Services, 'db' | 'readings'>,
  { competition, name, ids }: OrderedList,
  page: Page,
  rowsOf: (ids: number[]) => RawBuilder<Row>,
): Promise<{ rows: Row[]; count: number; as_of: string | null }> {
  const read = async (of: Db) => ({ order: await orderOf(of, ids) })
  const { order, as_of } = await readings.figures({ competition, name: `order ${JSON.stringify(name)}`, read })
  const shown = order.page(page)
  const known = new Map((await rowsOf(shown).execute(db)).rows.map((row) => [row.id, row]))
  return { as_of, count: order.count, rows: shown.flatMap((id) => known.get(id) ?? []) }
}
