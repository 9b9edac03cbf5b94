import { sql } from 'kysely'
import { hashPassword } from '#server/auth/password-hash.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { fillApplications } from './fill-applications.ts'
import { fillEvents } from './fill-events.ts'
import { fillFormedTeams } from './fill-formed-teams.ts'
import { fillHelp } from './fill-help.ts'
import { fillInvitations } from './fill-invitations.ts'
import { fillMentors } from './fill-mentors.ts'
import { fillPeople } from './fill-people.ts'
import { fillProgress } from './fill-progress.ts'
import { fillRegionalTeams } from './fill-regional-teams.ts'
import { fillSeason } from './fill-season.ts'
import { fillSupport } from './fill-support.ts'
import { fillWayPicture } from './help/way-picture.ts'
import { demoPassword } from './named-people.ts'

/**
 * Loads the demo season into a portal without competitions and accounts, with dates counted from now. Any other portal
 * is left unchanged. Several portals that start at once load it once.
 */
export async function loadDemo({ db, clock, disk }: Pick<Services, 'db' | 'clock' | 'disk'>): Promise<void> {
  if (!(await isEmpty(db))) return
  const passwordHash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo season'))`.execute(tx)
    if (!(await isEmpty(tx))) return
    const now = clock()
    const stages = await fillSeason(tx, now)
    const people = await fillPeople(tx, passwordHash, now)
    await fillProgress(tx, people, stages, now)
    await fillApplications(tx, now)
    await fillSupport(tx, people, now)
    await fillHelp(tx, people, now)
    await fillWayPicture(tx, disk, now)
    await fillInvitations(tx, people, now)
    await fillRegionalTeams(tx, people, stages, now)
    await fillFormedTeams(tx, people, stages, now)
    await fillEvents(tx, people, now)
    await fillMentors(tx, people, stages, now)
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const competition = await db.selectFrom('competitions').select('code').limit(1).executeTakeFirst()
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return competition === undefined && account === undefined
}
