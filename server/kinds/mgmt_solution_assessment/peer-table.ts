import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { oddMarks } from '#shared/kinds/mgmt_solution_assessment/suspicious.ts'
import { blocksOf, isAmong, type Only, onlys, type Ranked, rankWorks } from './rank-works.ts'
import { type Scores, scoreWorks } from './score-works.ts'

export type TabledWork = ReturnType<typeof tabled>
export type TabledRater = Awaited<ReturnType<typeof ratersOf>>[number]

/** The works and raters of a stage for its organisers. Each is a text, which is read when it is shown. */
export interface PeerTable {
  /** The best first. */
  works: string[]
  /** The places of the works that need a look. */
  among: Record<Only, number[]>
  /** Works that nobody has to look at: they are suspicious, and no expert has marked them. */
  doubtful: number
  raters: string[]
  rings: Scores['rings']
}

/** Works it out once for all who look at the stage. */
export function peerTable(
  { readings }: Pick<Services, 'readings'>,
  { stage, settings }: Ranked & { stage: Pick<SeasonStage, 'competitionCode'> },
  how?: 'whole',
) {
  const { received, gap } = settings
  const asked = {
    rows: sql`from peer_tasks where stage_id = ${stage.id} and done_at is not null`,
    file: new URL('./peer-worker.ts', import.meta.url),
    input: { stage: { id: stage.id }, settings: { received, gap } },
  }
  return readings.figures<PeerTable>(
    {
      competition: stage.competitionCode,
      name: `assessed ${JSON.stringify(asked.input)}`,
      read: (db) => apartFromMany(db, asked, makePeerTable),
    },
    how,
  )
}

export async function makePeerTable(db: Db, ranked: Ranked): Promise<PeerTable> {
  const scores = await scoreWorks(db, ranked.stage.id)
  const works = await rankWorks(db, ranked, scores)
  const marksOf = Map.groupBy(
    scores.given.filter(({ pooled }) => pooled),
    ({ work }) => work,
  )
  const placesOf = (only: Only) => works.flatMap((work, at) => (isAmong(work, only) ? [at] : []))
  return {
    works: works.map((work) => JSON.stringify(tabled(work, marksOf.get(work.id) ?? [], scores))),
    among: Object.fromEntries(onlys.map((only) => [only, placesOf(only)])) as Record<Only, number[]>,
    doubtful: works.filter(({ suspicious, state, experts }) => suspicious && state === 'assessed' && experts === 0)
      .length,
    raters: (await ratersOf(db, ranked.stage.id, scores)).map((rater) => JSON.stringify(rater)),
    rings: scores.rings,
  }
}

const tabled = (
  { id, state, given, mark, experts, place, because }: Awaited<ReturnType<typeof rankWorks>>[number],
  marks: Scores['given'],
  { quality }: Scores,
) => ({
  ...{ id, state, given, experts, place, unranked_because: because },
  received: mark?.received ?? 0,
  raw: mark?.raw ?? null,
  balanced: mark?.balanced ?? null,
  spread: mark?.spread ?? null,
  marks: marks.map(({ judge, total, excluded }) => ({
    ...{ judge, total, counts: !excluded, weight: quality.get(judge)?.weight ?? 1 },
  })),
})

/** The people who assess, with the quality of each and what is suspicious in their marks, suspicious ones first. */
async function ratersOf(db: Db, stageId: number, scores: Scores) {
  const { rows } = await sql<{
    account: number
    author: boolean
    done: number
    extra: number
    finished: boolean
    own_weight: number | null
    excluded_because: string | null
  }>`
    select account_id as account, author, done, extra, finished_at is not null as finished, weight as own_weight,
      excluded_because
    from peer_raters where stage_id = ${stageId} and (author or done > 0)`.execute(db)
  const blocks = blocksOf(scores)
  const inRing = new Set(scores.rings.flatMap(({ people }) => people))
  const raters = rows.map((row) => {
    const block = blocks.get(row.account) ?? []
    const odd = oddMarks({ totals: block.map(({ total }) => total), spent: block.map(({ spent }) => spent) })
    const quality = scores.quality.get(row.account)
    return {
      ...{ ...row, ...odd, ring: inRing.has(row.account), distance: quality?.distance ?? null },
      weight: row.excluded_because === null ? (row.own_weight ?? quality?.weight ?? 1) : 0,
    }
  })
  return raters.sort((a, b) => oddness(b) - oddness(a) || b.done - a.done || a.account - b.account)
}

const oddness = ({ equal, hasty, ring }: { equal: boolean; hasty: number; ring: boolean }) =>
  (ring ? 2000 : 0) + (equal ? 1000 : 0) + hasty
