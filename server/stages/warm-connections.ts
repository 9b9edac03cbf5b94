import type { Db } from '#server/db.ts'
import { warmConnections } from '#server/platform/db/database.ts'
import type { Services } from '#server/services.ts'
import { planPersonFacts } from './person-facts.ts'

/**
 * Opens the connections that stay open and lets each plan the largest statement of the portal, for the seasons that are going
 * on. It takes a tenth of a second each; when many come at once, every new connection would take it from them.
 */
export async function warmUp({ db, seasons, clock }: Services): Promise<void> {
  const now = clock()
  const found = await db
    .selectFrom('competitions as c')
    .innerJoin('stages as s', 's.competition_code', 'c.code')
    .select('c.code')
    .distinct()
    .where('c.published', '=', true)
    .where((eb) => eb.or([eb('s.opens_at', 'is', null), eb('s.opens_at', '<=', now)]))
    .where((eb) => eb.or([eb('s.closes_at', 'is', null), eb('s.closes_at', '>', now)]))
    .execute()
  const running = (await Promise.all(found.map(({ code }) => seasons.of(db, code)))).filter((season) => season !== null)
  const warm = async (left: number): Promise<void> =>
    db.connection().execute(async (one: Db) => {
      await planPersonFacts(one, running, now)
      // Held meanwhile, so that the next is another one.
      if (left > 1) await warm(left - 1)
    })
  await warm(warmConnections)
}
