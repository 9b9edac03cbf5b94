import type { Db, Tx } from '#server/db.ts'
import { workersOf, type workOwner } from '#server/stages/work-owner.ts'
import { uploadGraceMs, uploadSilenceMs } from '#shared/platform/files/limits.ts'
import type { SolutionStage } from './solution-stage.ts'

/** After the upload has ended, this much time is left to hand in, in milliseconds. */
const afterUpload = 2 * 60_000

type Closed = Pick<SolutionStage, 'stage'> & { owner: ReturnType<typeof workOwner> }

/**
 * When a hand-in after the end counts as handed in: at the end, if an upload of the team was running then and still is,
 * or has just ended. Null: too late.
 */
export async function arrivesWithUpload(db: Db | Tx, { stage, owner }: Closed, at: Date): Promise<Date | null> {
  const { closesAt } = stage.state.window
  if (stage.state.status !== 'timeover' || closesAt === null) return null
  if (at.getTime() > closesAt.getTime() + uploadGraceMs + afterUpload) return null
  const heardSince = (ms: number) => new Date(at.getTime() - ms)
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('stage_id', '=', owner.stageId)
    .where('account_id', 'in', await workersOf(db, owner))
    .where('field', 'is not', null)
    .where('began_at', '<', closesAt)
    .where((is) =>
      is.or([
        is('heard_at', '>', heardSince(afterUpload)),
        is.and([is('file_id', 'is', null), is('heard_at', '>', heardSince(uploadSilenceMs))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found ? closesAt : null
}
