import { audited } from '#server/review/judging/edit-judging.ts'
import { markFaultsInWords } from '#server/review/judging/mark-faults-in-words.ts'
import { newestRubric, type Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Marks, totalOf } from '#shared/stages/rubric.ts'
import { fillPoolIn } from './fill-pool.ts'
import { peerStageAt, refuseIfPublished, takeTurn, withWorks } from './peer-stage.ts'
import { readPeer } from './read-peer.ts'

interface Reference {
  workId: number
  training: boolean
  marks: Marks
  comment: string
}

/** Makes a work a reference with the marks of experts, or changes them. It leaves the pool: experts have marked it. */
export async function setReference(services: Services, actorId: number, place: Place, reference: Reference) {
  const { stage, works } = withWorks(await peerStageAt(services, place))
  const { workId, training, marks } = reference
  await services.db.transaction().execute(async (tx) => {
    await refuseIfPublished(tx, stage.id)
    await takeTurn(tx, stage.id)
    const work = await tx
      .selectFrom('works')
      .select('id')
      .where('id', '=', workId)
      .where('stage_id', '=', works.id)
      .executeTakeFirst()
    if (!work) throw new Refusal('work_not_found')
    const rubric = await newestRubric(tx, works.id)
    if (!rubric) throw new Refusal('judging_not_ready')
    const fields = markFaultsInWords(rubric.criteria, marks)
    if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
    const set = {
      training,
      rubric_id: rubric.id,
      marks: JSON.stringify(marks),
      total: totalOf(rubric.criteria, marks),
      comment: reference.comment.trim(),
    }
    await tx
      .insertInto('peer_references')
      .values({ stage_id: stage.id, work_id: workId, ...set })
      .onConflict((conflict) => conflict.columns(['stage_id', 'work_id']).doUpdateSet(set))
      .execute()
    const pooled = await tx
      .deleteFrom('peer_pool')
      .where('stage_id', '=', stage.id)
      .where('work_id', '=', workId)
      .returning(['stopped_at', 'plagiarism'])
      .executeTakeFirst()
    // A stopped work stays stopped.
    if (pooled?.stopped_at)
      await tx
        .updateTable('peer_references')
        .set(pooled)
        .where('stage_id', '=', stage.id)
        .where('work_id', '=', workId)
        .execute()
    await audited(tx, actorId, place, 'peer_reference_set', [
      { field: 'reference', title: `Работа ${workId}: ${training ? 'учебная' : 'эталонная'}` },
    ])
  })
  return readPeer(services, place, 'whole')
}

/** Moves a reference back to the pool. */
export async function dropReference(services: Services, actorId: number, place: Place, workId: number) {
  const peer = await peerStageAt(services, place)
  const { stage } = peer
  await services.db.transaction().execute(async (tx) => {
    await refuseIfPublished(tx, stage.id)
    const dropped = await tx
      .deleteFrom('peer_references')
      .where('stage_id', '=', stage.id)
      .where('work_id', '=', workId)
      .returning(['stopped_at', 'plagiarism'])
      .executeTakeFirst()
    if (!dropped) throw new Refusal('work_not_found')
    if (peer.works) await fillPoolIn(tx, peer, services.clock())
    if (dropped.stopped_at)
      await tx
        .updateTable('peer_pool')
        .set(dropped)
        .where('stage_id', '=', stage.id)
        .where('work_id', '=', workId)
        .execute()
    await audited(tx, actorId, place, 'peer_reference_dropped', [{ field: 'reference', title: `Работа ${workId}` }])
  })
  return readPeer(services, place, 'whole')
}
