import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { PeerMark } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { scoreWorks } from './score-works.ts'

/** The mark of a work, as it follows from all marks of the stage: they are worked out once for all authors. */
export async function markOf(
  { readings }: Pick<Services, 'readings'>,
  { id, competitionCode: competition }: SeasonStage,
  work: number,
): Promise<PeerMark | null> {
  const asked = {
    rows: sql`from peer_tasks where stage_id = ${id} and done_at is not null`,
    file: new URL('./marks-worker.ts', import.meta.url),
    input: { stageId: id },
  }
  const read = (db: Db) => apartFromMany(db, asked, readMarks)
  const { works, marks } = await readings.figures({ competition, name: `marks ${id}`, read })
  const at = works.indexOf(work)
  if (at < 0) return null
  const [received = 0, experts = 0, raw = 0, balanced = 0] = marks.subarray(at * columns, (at + 1) * columns)
  return { received, experts, raw: Number.isNaN(raw) ? null : raw, balanced }
}

const columns = 4

/** In columns: very many objects would take long to come out of a thread. */
export async function readMarks(db: Db, { stageId }: { stageId: number }) {
  const { marks } = await scoreWorks(db, stageId)
  return {
    works: Int32Array.from(marks.keys()),
    marks: Float64Array.from(
      [...marks.values()].flatMap(({ received, experts, raw, balanced }) => [
        received,
        experts,
        raw ?? Number.NaN,
        balanced,
      ]),
    ),
  }
}
