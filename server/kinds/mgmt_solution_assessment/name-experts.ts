import { audited } from '#server/review/judging/edit-judging.ts'
import { nameJudge } from '#server/review/judging/name-further-judge.ts'
import { lockJudging, type Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { peerStageAt, withWorks } from './peer-stage.ts'
import { doubtfulOf, rankWorks } from './rank-works.ts'
import { readPeer } from './read-peer.ts'
import { scoreWorks } from './score-works.ts'

interface Asked {
  which: 'disputed' | 'suspicious' | 'short' | 'rater'
  /** The number of the rater whose works are read. */
  rater?: number
}

/**
 * Names an expert for each of these works without one: works whose marks differ too much, works with too few marks, or
 * works of a suspicious block, of everybody or of one rater. The experts get them in the judging of the works' stage.
 */
export async function nameExperts(services: Services, actorId: number, place: Place, { which, rater }: Asked) {
  const { db } = services
  const peer = withWorks(await peerStageAt(services, place))
  const scores = await scoreWorks(db, peer.stage.id)
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('test_id', '=', rater ?? 0)
    .executeTakeFirst()
  const doubtful = new Set(account ? doubtfulOf(scores, account.id) : [])
  const open = (await rankWorks(db, peer, scores)).filter(({ state, experts }) => state === 'assessed' && experts === 0)
  const works = open.filter((work) => (which === 'rater' ? doubtful.has(work.id) : work[which]))
  const staff = await db
    .selectFrom('stage_staff')
    .select('account_id')
    .where('stage_id', '=', peer.works.id)
    .where('duty', '=', 'judge')
    .limit(1)
    .execute()
  if (staff.length === 0) throw new Refusal('no_judges')
  let named = 0
  for (const { id } of works)
    await db.transaction().execute(async (tx) => {
      const judging = await lockJudging(tx, peer.works.id, 'forShare')
      if (judging.state !== 'reading') throw new Refusal('judging_not_ready')
      await tx.selectFrom('works').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      const has = await tx
        .selectFrom('readings')
        .select('id')
        .where('work_id', '=', id)
        .where('abstained', 'is', null)
        .limit(1)
        .execute()
      const judge = has.length > 0 ? null : await nameJudge(tx, { stageId: peer.works.id, work: id }, services.clock())
      if (judge === null) return
      named++
      await audited(tx, actorId, place, 'works_assigned', [
        { field: 'readings', title: `Эксперту поручена работа ${id}` },
      ])
    })
  return { named, without: works.length - named, peer: await readPeer(services, place, 'whole') }
}
