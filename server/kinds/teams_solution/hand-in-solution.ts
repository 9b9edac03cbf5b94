import type { Services } from '#server/services.ts'
import { handInWork } from '#server/stages/work.ts'
import { draftOf } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type InSolution, solutionStage } from './solution-stage.ts'

interface ToHandIn extends InSolution {
  /** The revision that the sender has read. */
  revision: number
  receivedAt: Date
  ip: string
  idempotencyKey: string | undefined
}

/** Hands in the team's text as stored on the server, if it is the revision that was read. */
export async function handInSolution(services: Services, { revision, ...of }: ToHandIn) {
  const { owner } = await solutionStage(services, of, of.receivedAt)
  const draft = await draftOf(services.db, owner)
  if ((draft?.revision ?? 0) !== revision) throw new Refusal('solution_changed')
  const { stageId, ...by } = of
  return handInWork(services, { ...by, stage: { stageId }, data: draft?.data ?? {} })
}
