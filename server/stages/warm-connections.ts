import type { Db } from '#server/db.ts'
import { warmConnections } from '#server/platform/db/database.ts'
import type { Services } from '#server/services.ts'
import { planPersonFacts } from './person-facts.ts'

/** Plans of more seasons would fill the memory of every connection, and people are mostly in one or two. */
const warmSeasons = 2

/**
 * Opens the connections that stay open and lets each plan the largest statement of the portal, for those seasons that are going
 * on which have the most people. It takes a tenth of a second each; when many come at once, every new connection would take it from them.
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
      // Held meanwhile, so that the next is another one.
      if (left > 1) await warm(left - 1)
    })
  await warm(warmConnections)
}
