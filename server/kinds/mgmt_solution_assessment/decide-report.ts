import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { peerStageAt, takeTurn } from './peer-stage.ts'
import { readPeer } from './read-peer.ts'

interface Verdict {
  workId: number
  /** The work is plagiarism and stays out. Otherwise it is assessed again. */
  upheld: boolean
}

/** Decides about a reported work. */
export async function decideReport(services: Services, actorId: number, place: Place, { workId, upheld }: Verdict) {
  const { stage } = await peerStageAt(services, place)
  await services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    // The locking order of a report: the turn, then the work.
    await takeTurn(tx, stage.id)
    const decided = async (table: 'peer_pool' | 'peer_references') =>
      (await tx
        .updateTable(table)
        .set(upheld ? { plagiarism: true } : { plagiarism: false, stopped_at: null })
        .where('stage_id', '=', stage.id)
        .where('work_id', '=', workId)
        .where('stopped_at', 'is not', null)
        .returning('work_id')
        .executeTakeFirst()) !== undefined
    // A work is either in the pool or a reference.
    if (!(await decided('peer_pool')) && !(await decided('peer_references'))) throw new Refusal('work_not_found')
    await tx
      .updateTable('peer_reports')
      .set({ decided_at: now })
      .where('stage_id', '=', stage.id)
      .where('work_id', '=', workId)
      .where('decided_at', 'is', null)
      .execute()
    const title = `Работа ${workId}: ${upheld ? 'признана заимствованной' : 'возвращена в оценивание'}`
    await audited(tx, actorId, place, 'peer_report_decided', [{ field: 'work', title }])
  })
  return readPeer(services, place, 'whole')
}
