import { isIPv6 } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock/clock.ts'
import { type LimitName, limits } from '#shared/platform/api/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { oneSpelling } from './client-address.ts'

/** Counts a call of a caller, `key`. With `act`, the key of an act, its repeats are not counted. */
export type Consume = (name: LimitName, key: string, act?: string) => Promise<void>

/** In milliseconds, as all times here: $2 is now, $3 the end of a period that begins now. */
const count = `
  insert into throttles as t (key, points, expire) values ($1, 1, $3)
  on conflict (key) do update set
    points = case when t.expire <= $2 then 1 else t.points + 1 end,
    expire = case when t.expire <= $2 then $3 else t.expire end
  returning points, expire`

/** Counts the first call with a key of an act, $4. */
const countFirst = `
  with seen as (
    insert into throttles as t (key, points, expire) values ($4, 1, $3)
    on conflict (key) do update set points = t.points + 1
    returning t.points
  )
  ${count.replace('values ($1, 1, $3)', 'select $1, 1, $3 from seen where points = 1')}`

/**
 * Counts calls in the table `throttles`, which all processes share and which survives restarts. Throws
 * `too_many_requests`.
 */
export function limiter(pool: Pool, clock: Clock): Consume {
  return async (name, key, act) => {
    const { points, seconds } = limits[name]
    const now = clock().getTime()
    const values = [`${name}:${key}`, now, now + seconds * 1000]
    const { rows } = await pool.query<{ points: number; expire: string }>(
      act === undefined
        ? { name: 'count a call', text: count, values }
        : { name: 'count an act', text: countFirst, values: [...values, `${name}:${key}:${act}`] },
    )
    const [counted] = rows
    if (counted && counted.points > points)
      throw new Refusal('too_many_requests', { retryAfter: Math.ceil((Number(counted.expire) - now) / 1000) })
  }
}

/** Limits that a handler counts itself, because not every call counts: names, each with the key that calls have. */
type Counted = readonly (readonly [LimitName, string])[]

/** Throws `too_many_requests` when any of these limits is used up. Counts nothing. */
export async function refuseUsedUp<DB>(db: Kysely<DB>, of: Counted, now: Date): Promise<void> {
  const { rows } = await sql<{ key: string; points: number; expire: string }>`
    select key, points, expire from throttles
    where key = any(${of.map(([name, key]) => `${name}:${key}`)}::text[]) and expire > ${now.getTime()}`.execute(db)
  const used = rows.filter(({ key, points }) =>
    of.some(([name, own]) => key === `${name}:${own}` && points >= limits[name].points),
  )
  if (used.length === 0) return
  const ends = Math.max(...used.map(({ expire }) => Number(expire)))
  throw new Refusal('too_many_requests', { retryAfter: Math.ceil((ends - now.getTime()) / 1000) })
}

/** Counts one call for each of these limits, as `limiter` does. */
export async function countEach<DB>(db: Kysely<DB>, of: Counted, now: Date): Promise<void> {
  for (const [name, key] of of) await countUp(db, { key: `${name}:${key}`, seconds: limits[name].seconds }, now)
}

/** Counts one in a window, which begins now if there is none. Returns the new count and when the window ends. */
export async function countUp<DB>(
  db: Kysely<DB>,
  { key, seconds }: { key: string; seconds: number },
  now: Date,
): Promise<{ points: number; ends: Date }> {
  const { rows } = await sql<{ points: number; expire: string }>`
    insert into throttles as t (key, points, expire) values (${key}, 1, ${now.getTime() + seconds * 1000}::bigint)
    on conflict (key) do update set
      points = case when t.expire <= ${now.getTime()}::bigint then 1 else t.points + 1 end,
      expire = case when t.expire <= ${now.getTime()}::bigint then excluded.expire else t.expire end
    returning points, expire`.execute(db)
  const [{ points, expire }] = rows as [(typeof rows)[number]]
  return { points, ends: new Date(Number(expire)) }
}

/**
 * Runs an act that reads a code which can be guessed. A guess is taken from each limit before the code is read, so that
 * calls at the same moment are all counted, and is given back unless the act says that the code was wrong.
 */
export async function limitGuesses<DB, Answer>(
  db: Kysely<DB>,
  { of, prove }: Guessing,
  now: Date,
  act: (wasWrong: () => void) => Promise<Answer>,
): Promise<Answer> {
  const taken: string[] = []
  let wrong = false
  try {
    for (const [name, key] of of) {
      const { points, seconds, by } = limits[name]
      const counted = await countUp(db, { key: `${name}:${key}`, seconds }, now)
      taken.push(`${name}:${key}`)
      if (counted.points <= points) continue
      if (by !== 'portal' || !prove)
        throw new Refusal('too_many_requests', { retryAfter: secondsUntil(counted.ends, now) })
      await prove()
    }
    return await act(() => {
      wrong = true
    })
  } finally {
    if (!wrong)
      await sql`update throttles set points = points - 1
        where key = any(${taken}::text[]) and points > 0`.execute(db)
  }
}

interface Guessing {
  of: Counted
  /** Asked once a limit of all callers together is used up; it throws unless the call is a person's. Else all wait. */
  prove: (() => Promise<void>) | null
}

const secondsUntil = (ends: Date, now: Date): number => Math.ceil((ends.getTime() - now.getTime()) / 1000)

/** How many windows one statement removes. */
const batch = 1000

/** Removes the windows that have ended. One in which a call is being counted at this moment is left alone. */
export async function forgetEndedWindows<DB>(db: Kysely<DB>, now: Date): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    const { numAffectedRows } = await sql`
      with ended as materialized (
        select key from throttles where expire <= ${now.getTime()} order by expire limit ${batch} for update skip locked
      )
      delete from throttles using ended where throttles.key = ended.key`.execute(db)
    gone = Number(numAffectedRows)
  }
}

/** For IPv6 the network counts, because one client owns a whole /64. */
export function clientKey(ip: string): string {
  const address = oneSpelling(ip)
  if (!isIPv6(address)) return address
  const [left = [], right = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const gap = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...gap, ...right].slice(0, 4).join(':')}::/64`
}
