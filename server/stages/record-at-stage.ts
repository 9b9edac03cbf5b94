import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'

interface ActAtStage {
  actorId: number
  action: string
  stageId: number
  /** What the act is about, such as `work:12`. */
  subject: string
  /** The account of the person whom it concerns; the row names the public number. */
  personId?: number | null
  /** What was before and after, without words of people. */
  changes?: StageChange[]
}

/** Records an act at a stage in the journal of its competition. Call this last, as `recordAudit`. */
export async function recordAtStage(
  tx: Tx,
  { actorId, action, stageId, subject, personId = null, changes = [] }: ActAtStage,
): Promise<void> {
  const { rows } = await sql<{ competition: string; stage: string; person: number | null }>`
    select competition_code as competition, code as stage, (select test_id from accounts where id = ${personId}) as person
    from stages where id = ${stageId}`.execute(tx)
  const [place] = rows
  if (!place) throw new Error(`no stage ${stageId}`)
  const { person, ...where } = place
  await recordAudit(tx, {
    actorId,
    action,
    subject,
    detail: { ...where, ...(person === null ? {} : { person }), changes },
  })
}
