import type { Db, Tx } from '#server/db.ts'
import { longestUpload } from '#shared/stages/teams_solution/limits.ts'
import { handInGrace } from '#shared/stages/window.ts'
import type { SolutionStage } from './solution-stage.ts'

/** After the file has arrived there is so long to hand in, in milliseconds. */
const afterUpload = 2 * 60_000

type Closed = Pick<SolutionStage, 'stage'> & { owner: { stageId: number; teamId: number | null } }

/**
 * When a hand-in that comes after the end counts as handed in: at the end, if a file of the team was on its way then and is
 * still arriving, or has just arrived. Null: it comes too late.
 */
export async function arrivesWithUpload(db: Db | Tx, { stage, owner }: Closed, at: Date): Promise<Date | null> {
  const { closesAt } = stage.state.window
  if (stage.state.status !== 'timeover' || closesAt === null) return null
  if (at.getTime() > closesAt.getTime() + longestUpload + afterUpload) return null
  const found = await db
    .selectFrom('solution_uploads')
    .select('id')
    .where('stage_id', '=', owner.stageId)
    .where('team_id', '=', owner.teamId)
    .where('began_at', '<', closesAt)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', new Date(at.getTime() - afterUpload))]))
    .where('began_at', '>', new Date(at.getTime() - longestUpload - afterUpload))
    .limit(1)
    .executeTakeFirst()
  return found ? closesAt : null
}

/** When to look again while a file that was begun in time is still arriving; null when none is. */
export async function waitsForUpload(tx: Tx, { stage, owner }: Closed, now: Date): Promise<Date | null> {
  const { closesAt } = stage.state.window
  if (closesAt === null) return null
  const found = await tx
    .selectFrom('solution_uploads')
    .select('id')
    .where('stage_id', '=', owner.stageId)
    .where('team_id', '=', owner.teamId)
    .where('ended_at', 'is', null)
    .where('began_at', '<', closesAt)
    .where('began_at', '>', new Date(now.getTime() - longestUpload))
    .limit(1)
    .executeTakeFirst()
  return found ? new Date(now.getTime() + handInGrace / 2) : null
}
