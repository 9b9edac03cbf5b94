import type { Tx } from '#server/db.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { lockProcessed, orInterrupt } from './or-interrupt.ts'
import { settle } from './settle.ts'
import { tellOutcome } from './tell-outcome.ts'

/** The job that accepts a hand-in. */
export const acceptOrInterrupt = (
  services: Services,
  handInId: number,
  job: Pick<JobContext, 'attempt' | 'lastAttempt'>,
): Promise<void> =>
  orInterrupt(services, { task: 'accept_hand_in', handInId }, job, () => acceptHandIn(services, handInId))

/** Accepts a hand-in of a stage that needs no decision by people. Safe to repeat. */
export async function acceptHandIn(services: Services, handInId: number): Promise<void> {
  const { db, clock } = services
  const of = await db.selectFrom('hand_ins').select('stage_id').where('id', '=', handInId).executeTakeFirst()
  if (of) await services.seasons.ready(db, { stageId: of.stage_id })
  await db.transaction().execute(async (tx) => {
    const found = await lockProcessed(tx, handInId)
    if (!found) return
    const { stageId, accountIds, receipt } = found
    await processHandIn(tx, services, handInId, found)
    await settle(tx, { accountIds, stageId, outcome: 'passed', reason: 'Все ответы приняты' }, clock())
    const text = `Ответы приняты. Номер квитанции — ${receipt}.`
    await tellOutcome(tx, services, accountIds, { stageId, outcome: 'passed', text })
  })
}

/** The kind's own processing of the hand-in, such as counting its marks, comes before the acceptance. */
async function processHandIn(
  tx: Tx,
  { seasons, clock }: Services,
  handInId: number,
  { stageId, accountIds, data, formVersion }: NonNullable<Awaited<ReturnType<typeof lockProcessed>>>,
): Promise<void> {
  const code = await seasons.codeOf(tx, stageId)
  const stage = code === null ? undefined : (await seasons.known(tx, code))?.byId.get(stageId)
  const [accountId] = accountIds
  if (!stage?.kind?.work?.process || accountId === undefined) return
  await stage.kind.work.process(tx, { handInId, accountId, stage, data, formVersion, now: clock() })
}
