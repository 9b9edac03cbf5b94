import { sql } from 'kysely'
import { notMeLinkMs } from '#server/accounts/auth/not-me.ts'
import { restoreLetters } from '#server/accounts/auth/send-restore-letter.ts'
import { invitedAddresses } from '#server/accounts/invitations/send-invitation.ts'
import type { Db } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { allKeys, markOf, ringFor } from '#server/platform/crypto/key-ring.ts'
import { signingMark } from '#server/platform/http/access-token.ts'
import { sealedColumns } from './sealed-columns.ts'

export interface KeyStatus {
  /** Values sealed with the key in use. */
  current: number
  /** Values that need the previous key, or the next one while other processes already use it. */
  others: number
  /** Values that cannot be opened with any key of the settings. */
  unknown: number
  /** When the last signature of the previous key of tokens expires; null without a previous key. */
  tokensUntil: Date | null
  now: Date
}

/** Jobs with a sealed payload, each with the purpose of its keys. */
const sealedJobs = { send_restore_letter: restoreLetters, send_invitation: invitedAddresses }

/** The progress of the change of keys. */
export async function keyStatus(db: Db, config: Config): Promise<KeyStatus> {
  const sums = { current: 0, others: 0, unknown: 0 }
  for (const { table, column, ring } of sealedColumns) {
    const sealed = sql.ref(column)
    const counted = await count(
      db,
      ring(config.dataKeys),
      sql`${sealed}`,
      sql`${sql.table(table)} where ${sealed} is not null`,
    )
    for (const name of ['current', 'others', 'unknown'] as const) sums[name] += counted[name]
  }
  for (const [job, purpose] of Object.entries(sealedJobs)) {
    const letters = await count(
      db,
      ringFor(config.dataKeys, purpose),
      sql`decode(job.payload ->> 'sealed', 'base64')`,
      sql`graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier = ${job}`,
    )
    for (const name of ['current', 'others', 'unknown'] as const) sums[name] += letters[name]
  }
  return { ...sums, ...(await tokenTimes(db, config)) }
}

async function count(
  db: Db,
  ring: ReturnType<typeof ringFor>,
  sealed: ReturnType<typeof sql>,
  source: ReturnType<typeof sql>,
) {
  const known = allKeys(ring).map(markOf)
  const { rows } = await sql<{ current: number; others: number; unknown: number }>`
    select
      count(*) filter (where mark = ${known[0]})::integer as current,
      count(*) filter (where mark <> ${known[0]} and (mark = any(${known}::bytea[]) or version = 1))::integer as others,
      count(*) filter (where mark <> all(${known}::bytea[]) and version <> 1)::integer as unknown
    from (select substring(${sealed} from 1 for 5) as mark, get_byte(${sealed}, 0) as version from ${source}) as values
  `.execute(db)
  return rows[0] ?? { current: 0, others: 0, unknown: 0 }
}

async function tokenTimes(db: Db, config: Config): Promise<Pick<KeyStatus, 'tokensUntil' | 'now'>> {
  const { previous } = config.tokenSecrets
  const marks = [signingMark(config), previous === null ? null : signingMark(config, previous)]
  const { rows } = await sql<{ now: Date; current: Date | null; previous: Date | null }>`
    select now() as now,
      (select first_used_at from signing_keys where mark = ${marks[0]}) as current,
      (select last_used_at from signing_keys where mark = ${marks[1]}) as previous`.execute(db)
  const { now, current, previous: last } = rows[0] as (typeof rows)[number]
  if (previous === null) return { now, tokensUntil: null }
  // Of everything that this key signs, links in letters are valid longest. If the last use of a key is not known, it
  // ended with the first use of the next key.
  const ended = Math.max((last ?? current ?? now).getTime(), (current ?? now).getTime())
  return { now, tokensUntil: new Date(ended + notMeLinkMs) }
}
