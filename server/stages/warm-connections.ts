import type { Db } from '#server/db.ts'
import { warmConnections } from '#server/platform/db/database.ts'
import type { Services } from '#server/services.ts'
import { planPersonFacts } from './person-facts.ts'

/** Plans of more seasons would fill the memory of every connection, and most people are in one or two seasons. */
const warmSeasons = 2

/**
 * Opens the connections that are kept open, and makes each plan the largest statement of the portal, for the running
 * seasons with the most people. This takes a tenth of a second for each; without it, the first requests on new
 * connections would wait for it.
 */
export async function warmUp({ db, seasons, clock }: Services): Promise<void> {
  const now = clock()
  const found = await db
    .selectFrom('competitions as c')
    .innerJoin('stages as s', 's.competition_code', 'c.code')
    .select('c.code')
    .where('c.published', '=', true)
    .where((eb) => eb.or([eb('s.opens_at', 'is', null), eb('s.opens_at', '<=', now)]))
    .where((eb) => eb.or([eb('s.closes_at', 'is', null), eb('s.closes_at', '>', now)]))
    .groupBy('c.code')
    .orderBy(
      (eb) =>
        eb
          .selectFrom('participations as p')
          .select((people) => people.fn.countAll().as('count'))
          .whereRef('p.competition_code', '=', 'c.code'),
      'desc',
    )
    .orderBy('c.code')
    .limit(warmSeasons)
    .execute()
  const running = (await Promise.all(found.map(({ code }) => seasons.of(db, code)))).filter((season) => season !== null)
  const warm = async (left: number): Promise<void> =>
    db.connection().execute(async (one: Db) => {
      await planPersonFacts(one, running, now)
      // This one is held meanwhile, so the next call gets another connection.
      if (left > 1) await warm(left - 1)
    })
  await warm(warmConnections)
}
