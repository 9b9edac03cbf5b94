import { decideWork, type ListDecision, refuseUndecidable } from '#server/review/judging/decide-works.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { peerMarkInWords } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { peerStageAt, stateOf, withWorks } from './peer-stage.ts'
import { rankWorks } from './rank-works.ts'
import { readPeer } from './read-peer.ts'
import { balancedOf, expertMarks, scoreWorks } from './score-works.ts'

/**
 * Decides about works by the marks of participants: the mark becomes the result of the works' stage. A work that is not
 * ranked cannot pass. Earlier decisions stay, so a list may be sent again.
 */
export async function decideRanked(services: Services, actorId: number, place: Place, decision: ListDecision) {
  const { db } = services
  const peer = withWorks(await peerStageAt(services, place))
  if (!(await stateOf(db, peer.stage.id)).published_at) throw new Refusal('judging_not_closed')
  const ranked = new Map(
    (await rankWorks(db, peer, await scoreWorks(db, peer.stage.id))).map((work) => [work.id, work]),
  )
  for (const id of decision.works) {
    const work = ranked.get(id)
    if (!work) throw new Refusal('work_not_found')
    if (decision.outcome === 'passed' && work.place === null) throw new Refusal('work_not_ranked')
    if (!work.mark && decision.reason.trim() === '') throw new Refusal('verdict_without_reason')
  }
  await refuseUndecidable(db, peer.works.id, decision)
  let decided = 0
  // One transaction for each work: a long list blocks nobody, and decisions made before a failure stay.
  for (const id of decision.works)
    await db.transaction().execute(async (tx) => {
      const mark = ranked.get(id)?.mark ?? null
      // The locking order: the judging, the facts, the work. Until the end no expert marks a work of the stage.
      await tx.selectFrom('judgings').select('stage_id').where('stage_id', '=', peer.works.id).forUpdate().execute()
      const [now] = await expertMarks(tx, peer.stage.id, id)
      if ((now?.experts ?? 0) !== (mark?.experts ?? 0) || (now && balancedOf(now) !== mark?.balanced))
        throw new Refusal('changed_meanwhile')
      const result = mark
        ? {
            score: mark.balanced,
            detail: { raw: mark.raw, readings: mark.received, experts: mark.experts, method: 'peer' },
          }
        : undefined
      const words = mark ? peerMarkInWords(mark) : ''
      const one = { ...decision, work: id, stageId: peer.works.id, result, words, actorId, place }
      if (await decideWork(tx, services, one)) decided++
    })
  return { decided, peer: await readPeer(services, place, 'whole') }
}
