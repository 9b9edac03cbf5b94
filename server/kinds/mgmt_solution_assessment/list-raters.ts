import { sql } from 'kysely'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { oddMarks } from '#shared/kinds/mgmt_solution_assessment/suspicious.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { namesOf } from './list-works.ts'
import { peerStageAt } from './peer-stage.ts'
import { scoreWorks } from './score-works.ts'

interface Row {
  account: number
  author: boolean
  done: number
  extra: number
  finished: boolean
  own_weight: number | null
  excluded_because: string | null
}

/** The people who assess, with the quality of each and what is suspicious in their marks, suspicious ones first. */
export async function listRaters(services: Services, place: Place, { limit, offset }: Page) {
  const { db } = services
  const { stage } = await peerStageAt(services, place)
  const { given, quality, rings } = await scoreWorks(db, stage.id)
  const { rows } = await sql<Row>`
    select account_id as account, author, done, extra, finished_at is not null as finished, weight as own_weight,
      excluded_because
    from peer_raters where stage_id = ${stage.id} and (author or done > 0)`.execute(db)
  const blocks = Map.groupBy(given, ({ judge }) => judge)
  const inRing = new Set(rings.flatMap(({ people }) => people))
  const raters = rows
    .map((row) => {
      const block = blocks.get(row.account) ?? []
      const odd = oddMarks({ totals: block.map(({ total }) => total), spent: block.map(({ spent }) => spent) })
      return { ...row, ...odd, ring: inRing.has(row.account) }
    })
    .sort((a, b) => oddness(b) - oddness(a) || b.done - a.done || a.account - b.account)
  const shown = raters.slice(offset, offset + limit)
  const names = await namesOf(
    db,
    shown.map(({ account }) => account),
  )
  return {
    count: raters.length,
    raters: shown.map(({ account, ...rater }) => ({
      ...(names.get(account) ?? { test_id: 0, name: '' }),
      ...rater,
      distance: quality.get(account)?.distance ?? null,
      weight: rater.excluded_because === null ? (rater.own_weight ?? quality.get(account)?.weight ?? 1) : 0,
    })),
  }
}

const oddness = ({ equal, hasty, ring }: { equal: boolean; hasty: number; ring: boolean }) =>
  (ring ? 2000 : 0) + (equal ? 1000 : 0) + hasty
