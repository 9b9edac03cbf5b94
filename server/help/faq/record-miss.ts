import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { searchForm } from '#server/forms/dictionaries/search-form.ts'

/** Editors see this many of the newest queries; older ones are deleted. */
const maxMisses = 1000
const maxMissLength = 100
/** Within this time a query that continues an earlier one counts as the same person still typing. */
const typingSeconds = 30

/** Counts a query without results. Queries with addresses or long numbers are not stored: they may be personal. */
export async function recordMiss(db: Db, competitionCode: string, typed: string, now: Date): Promise<void> {
  if (/@|\d{4,}|(\d[\s()-]*){6,}/.test(typed)) return
  const query = searchForm(typed).slice(0, maxMissLength).trim()
  if (query.length < 3) return
  await db
    .deleteFrom('faq_misses')
    .where('competition_code', '=', competitionCode)
    .where('times', '=', 1)
    .where('last_at', '>', new Date(now.getTime() - typingSeconds * 1000))
    .where('query', '<>', query)
    .where(sql<boolean>`starts_with(${query}, query)`)
    .execute()
  await db
    .insertInto('faq_misses')
    .values({ competition_code: competitionCode, query, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['competition_code', 'query'])
        .doUpdateSet((eb) => ({ times: eb('faq_misses.times', '+', 1), last_at: now })),
    )
    .execute()
  await sql`
    delete from faq_misses where competition_code = ${competitionCode} and last_at < (
      select last_at from faq_misses where competition_code = ${competitionCode}
      order by last_at desc offset ${maxMisses} limit 1)`.execute(db)
}
