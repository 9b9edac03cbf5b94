import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { namesOf } from './list-works.ts'
import { peerStageAt } from './peer-stage.ts'
import { peerTable, type TabledRater } from './peer-table.ts'

/** One page of the people who assess, suspicious ones first. */
export async function listRaters(services: Services, place: Place, { limit, offset }: Page) {
  const { as_of, raters } = await peerTable(services, await peerStageAt(services, place))
  const shown = raters.slice(offset, offset + limit).map((rater) => JSON.parse(rater) as TabledRater)
  const names = await namesOf(
    services.db,
    shown.map(({ account }) => account),
  )
  return {
    as_of,
    count: raters.length,
    raters: shown.map(({ account, ...rater }) => ({ ...(names.get(account) ?? { test_id: 0, name: '' }), ...rater })),
  }
}
