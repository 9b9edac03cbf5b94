import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/auth/password-hash.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'

interface Loading extends Pick<Services, 'db' | 'clock' | 'disk'> {
  config: Pick<Services['config'], 'pepper' | 'dataKeys'>
}

/**
 * Loads the demo season into a portal without competitions and accounts, with dates counted from now. Any other portal
 * is left unchanged. Several portals that start at once load it once.
 */
export async function loadDemo({ db, clock, disk, config }: Loading): Promise<void> {
  if (!(await isEmpty(db))) return
  // All texts of the season are needed only once, so they are loaded here.
  const { demoPassword, fillDemo } = await import('./fill-demo.ts')
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // Pictures and videos are made between statements, which can take longer than a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    // A second process waits until the first has loaded everything, without a limit. It polls, because a statement that
    // waits for minutes would be cancelled.
    while (!(await isTurn(tx))) await setTimeout(betweenTries)
    if (await isEmpty(tx)) await fillDemo(tx, { disk, config, passwordHash, now: clock() })
  })
}

const betweenTries = 200

async function isTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('demo season')) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const competition = await db.selectFrom('competitions').select('code').limit(1).executeTakeFirst()
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return competition === undefined && account === undefined
}
