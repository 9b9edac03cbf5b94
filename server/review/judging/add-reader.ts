import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { audited, readJudging } from './edit-judging.ts'
import { nameJudge } from './name-further-judge.ts'
import { refuseStopped } from './stopped.ts'
import { judgedStage, lockJudging, type Place } from './store.ts'

/**
 * Sends one more judge to a work at the request of an organiser: the one with the fewest works and no conflict. While
 * an additional judge has not marked the work yet, no other is named, so pressing twice names one.
 */
export async function addReader(services: Services, actorId: number, place: Place, workId: number) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  await db.transaction().execute(async (tx) => {
    const { state } = await lockJudging(tx, stageId, 'forShare')
    if (state === 'closed') throw new Refusal('judging_closed')
    const work = await tx
      .selectFrom('works')
      .select(['id', 'waits_since'])
      .where('id', '=', workId)
      .where('stage_id', '=', stageId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!work) throw new Refusal('work_not_found')
    if (work.waits_since === null) throw new Refusal('work_decided')
    await refuseStopped(tx, [workId], 'read')
    const reads = await tx
      .selectFrom('readings')
      .select('id')
      .where('work_id', '=', workId)
      .where('extra', '=', true)
      .where('abstained', 'is', null)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (reads) return
    if ((await nameJudge(tx, { stageId, work: workId }, clock())) === null) throw new Refusal('no_free_judge')
    await audited(tx, actorId, place, 'reader_added', [{ field: 'readings', title: `Работа № ${workId}` }])
  })
  return readJudging(services, place, 'whole')
}
