import { sql } from 'kysely'
import { hashPassword } from '#server/auth/password-hash.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'

interface Loading extends Pick<Services, 'db' | 'clock' | 'disk'> {
  config: Pick<Services['config'], 'pepper'>
}

/**
 * Loads the demo season into a portal without competitions and accounts, with dates counted from now. Any other portal
 * is left unchanged. Several portals that start at once load it once.
 */
export async function loadDemo({ db, clock, disk, config }: Loading): Promise<void> {
  if (!(await isEmpty(db))) return
  // All texts of the season: needed only once, so they are loaded here.
  const { demoPassword, fillDemo } = await import('./fill-demo.ts')
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    // Whoever comes second waits until the first has loaded all of it, however long that takes.
    await sql`set local statement_timeout = 0`.execute(tx)
    // Pictures and videos are made between the statements; on a busy machine that takes longer than a call may rest.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('demo season'))`.execute(tx)
    if (await isEmpty(tx)) await fillDemo(tx, { disk, config, passwordHash, now: clock() })
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const competition = await db.selectFrom('competitions').select('code').limit(1).executeTakeFirst()
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return competition === undefined && account === undefined
}
