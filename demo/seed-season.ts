import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { fillBookings, fillBracket } from './season/events.ts'
import { fillLessons } from './season/lessons.ts'
import { fillMentors } from './season/mentors.ts'
import { fillAudit, fillNotices, fillSupport } from './season/messages.ts'
import { fillOffice } from './season/office.ts'
import { fillOpinions, fillPeers } from './season/opinions.ts'
import { fillPeople, fillRegistrations } from './season/people.ts'
import { fillFacts, gather } from './season/progress.ts'
import { fillCheckers, fillReadings } from './season/readings.ts'
import type { Season } from './season/season.ts'
import { makeSeason } from './season/stages.ts'
import { fillMarks, fillSolutions } from './season/teams.ts'
import { fillTests } from './season/tests.ts'
import { fillVideos } from './season/videos.ts'
import { fillForms } from './season/works.ts'

interface Seed {
  people: number
  now: Date
  /** Called after each batch of people with their number so far. */
  progress?: (made: number) => void
  /** Called after each part with its name and the milliseconds that it took. */
  part?: (name: string, ms: number) => void
}

/**
 * A season with a stage of every kind and this many people at realistic places: fewer with each stage, some at every
 * step of every stage, with the works, readings, teams, meetings, letters and notices that belong to that. `db` belongs
 * to a superuser: all but the stages is written without triggers, with what they keep. It is there as a whole or not at
 * all, and equal at every load. It is for measuring: nobody can log in as these people, and their files have no bytes.
 * Returns the code of the competition.
 */
export async function seedSeason(db: Db, { people, now, progress = () => {}, part = () => {} }: Seed): Promise<string> {
  const code = `seed_${people}`
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`set local session_replication_role = origin`.execute(tx)
    const stages = await makeSeason(tx, code, now)
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows: admins } = await sql<{ id: number }>`
      select account_id as id from admin_flags where flag = 'competitions' order by account_id limit 1`.execute(tx)
    const season: Season = { tx, code, now, people, by: admins[0]?.id ?? null, stage: (of) => stages.get(of) ?? 0 }
    await fillPeople(season, progress)
    for (const fill of parts) {
      const began = performance.now()
      await fill(season)
      part(fill.name, performance.now() - began)
    }
  })
  return code
}

/** In this order: each needs what the earlier ones have written. */
const parts = [
  ...[fillRegistrations, gather, fillFacts, fillForms, fillTests, fillLessons, fillVideos, fillPeers, fillSolutions],
  ...[fillMarks, fillBookings, fillMentors, fillBracket, fillOpinions, fillCheckers, fillReadings, fillOffice],
  ...[fillSupport, fillNotices, fillAudit],
]
