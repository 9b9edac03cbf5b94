import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { kindToCheck, takeNextWork } from './take-next-work.ts'
import { takeNextTeam } from './team-queue.ts'

/** The next item at a stage: a work or, where people form teams, a team. */
export async function takeNext(services: Services, caller: Caller, stageId: number, after?: number) {
  const { db, clock } = services
  if ((await kindToCheck(db, caller, stageId)) === 'teams_forming')
    return { work_id: null, team_id: await takeNextTeam(db, caller, stageId, clock(), after) }
  return { work_id: await takeNextWork(services, caller, stageId, after), team_id: null }
}
