import { sql } from 'kysely'
import { authorName } from '#server/review/judging/list-readings.ts'
import { newestRubric, type Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { worksToOpen } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Marks } from '#shared/stages/rubric.ts'
import { namesOf } from './list-works.ts'
import { peerStageAt, stateOf } from './peer-stage.ts'
import { peerTable } from './peer-table.ts'

/** The progress of the assessing, for the organiser. */
export async function readPeer(services: Services, place: Place, how?: 'whole') {
  const { db } = services
  const peer = await peerStageAt(services, place)
  const { stage, settings, works } = peer
  const rubric = works && (await newestRubric(db, works.id))
  const { opened_at, published_at } = await stateOf(db, stage.id)
  const { as_of, rings, doubtful, among, works: ranked } = await peerTable(services, peer, how)
  const { rows: people } = await sql<{ raters: number; begun: number; finished: number; waiting: number }>`
    select count(*) filter (where author)::int as raters, count(*) filter (where done > 0)::int as begun,
      count(finished_at)::int as finished, count(*) filter (where short_since is not null)::int as waiting
    from peer_raters where stage_id = ${stage.id}`.execute(db)
  const { rows: references } = await sql<{
    work_id: number
    name: string
    training: boolean
    marks: Marks
    total: number
    comment: string
    stopped: boolean
  }>`
    select e.work_id, ${authorName} as name, e.training, e.marks, e.total, e.comment, e.stopped_at is not null as stopped
    from peer_references e
    join works w on w.id = e.work_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    where e.stage_id = ${stage.id}
    order by e.training desc, e.work_id`.execute(db)
  const names = await namesOf(db, [...new Set(rings.flatMap((ring) => ring.people))])
  return {
    as_of,
    works_of: works && { code: works.code, title: works.title },
    rubric: rubric && { version: rubric.version, criteria: rubric.criteria },
    opened_at: opened_at && formatWire(opened_at),
    published_at: published_at && formatWire(published_at),
    given: settings.given,
    received: settings.received,
    to_open: worksToOpen(settings),
    pooled: ranked.length - references.length,
    short: among.short.length,
    disputed: among.disputed.length,
    suspicious: doubtful,
    stopped: among.stopped.length,
    ...(people[0] ?? { raters: 0, begun: 0, finished: 0, waiting: 0 }),
    references: references.map((one) => ({ ...one, marks: { ...one.marks } })),
    rings: rings.map(({ raised, people: ring }) => ({
      raised,
      people: ring.flatMap((account) => names.get(account) ?? []),
    })),
  }
}
