import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { uploadSilenceMs } from '#shared/platform/files/limits.ts'

const leaseSeconds = 15
const renewMs = 2_000
const askAgainMs = 100
const usualPatienceMs = 10_000

/**
 * The right to the bytes of an upload, held in the database, so that no two calls write them, even in different
 * processes. A waiting call sets `wanted`, and the holder then ends its own: a browser that continues after a break has
 * left a call behind that the server still takes for alive. A holder that has died blocks others no longer than the
 * lease. A call that `brings` bytes, or makes a file of them, is a sign of life; one that only reads the state is not.
 * An upload without a sign of life for too long starts over; after its stage has closed it is lost.
 */
export function uploadLease(
  db: Db,
  id: string,
  clock: () => Date,
  { brings = true, patienceMs = usualPatienceMs } = {},
): Lock {
  const writer = randomUUID()
  let renewing: NodeJS.Timeout | undefined

  const begins = () => {
    const now = clock()
    const silentSince = new Date(now.getTime() - uploadSilenceMs)
    return brings ? sql`began_at = case when heard_at < ${silentSince} then ${now} else began_at end,` : sql``
  }
  const take = () =>
    sql<{ taken: boolean }>`
    update uploads set ${begins()}
      writer = case when writer_until > clock_timestamp() then writer else ${writer} end,
      writer_until = case when writer_until > clock_timestamp() then writer_until
        else clock_timestamp() + make_interval(secs => ${leaseSeconds}) end,
      wanted = coalesce(writer_until > clock_timestamp(), false)
    where id = ${id}
    returning writer = ${writer} as taken`.execute(db)
  const heard = () => (brings ? sql`, heard_at = ${clock()}` : sql``)
  const renew = () =>
    sql<{ wanted: boolean }>`
    update uploads set writer_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})${heard()}
    where id = ${id} and writer = ${writer} returning wanted`.execute(db)

  return {
    async lock(signal, cancel) {
      const until = performance.now() + patienceMs
      for (;;) {
        const [found] = (await take()).rows
        if (!found) throw new Refusal('upload_not_found')
        if (found.taken) break
        if (signal.aborted || performance.now() > until) throw new Refusal('upload_busy', { retryAfter: 5 })
        await delay(askAgainMs)
      }
      let asked = false
      const look = async () => {
        const [held] = (await renew()).rows
        if (!held?.wanted || asked) return
        asked = true
        await cancel()
      }
      // A lease that could not be renewed is tried again, and ends by itself.
      renewing = setInterval(() => look().catch(() => {}), renewMs)
      renewing.unref()
    },
    async unlock() {
      clearInterval(renewing)
      await sql`update uploads set writer = null, writer_until = null, wanted = false${heard()}
        where id = ${id} and writer = ${writer}`.execute(db)
    },
  }
}
