import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { closed, lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { videointerviewKind } from '#shared/kinds/videointerview/contract.ts'

const type = videointerviewKind.type
const minute = 60_000

export const interviewSettings = (row: Pick<SeasonStage, 'settings'>) => settingsAt(videointerviewKind, row)

/** The interview as the person may see it. */
export const interviewOf = (
  db: Db | Tx,
  { seasons }: Pick<Services, 'seasons'>,
  { accountId, stageId }: { accountId: number; stageId: number },
  now: Date,
): Promise<OneStage> => oneStage(db, seasons, accountId, { stageId, type }, now)

/** Like `interviewOf`, with the person's facts locked. */
export const lockInterview = (
  tx: Tx,
  { seasons }: Services,
  { accountId, stageId }: { accountId: number; stageId: number },
  now: Date,
): Promise<OneStage> => lockStage(tx, seasons, accountId, { stageId, type }, now)

/** Whether the person may record now. A take that broke off does not close the stage. */
export const isOpen = ({ state: { status, is_active }, facts }: OneStage): boolean =>
  status === 'available' ||
  status === 'in_progress' ||
  (status === 'interrupted' && is_active && facts.submittedAt === null)

export function refuseUnlessOpen(stage: OneStage): void {
  if (!isOpen(stage)) throw closed(stage.state)
}

/** Until when recordings from before the end may arrive; null: no limit. */
export function uploadUntil({ row, state }: OneStage): Date | null {
  const { closesAt } = state.window
  return closesAt && new Date(closesAt.getTime() + interviewSettings(row).upload_minutes * minute)
}

/** Refuses unless recordings may still arrive: the stage is open, or ended recently with nothing handed in. */
export function refuseUnlessMayArrive(stage: OneStage, now: Date): void {
  if (isOpen(stage)) return
  const until = uploadUntil(stage)
  if (stage.state.status === 'timeover' && until && now <= until) return
  throw closed(stage.state)
}
