import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { settle } from '#server/stages/settle.ts'
import { tellOutcome } from '#server/stages/tell-outcome.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { peerStageAt, withWorks } from './peer-stage.ts'
import { readPeer } from './read-peer.ts'

/**
 * Ends the assessing: marks no longer change, authors see theirs, and everybody who has assessed passes the stage, also
 * without a work of their own.
 */
export async function publishMarks(services: Services, actorId: number, place: Place) {
  const { db, clock } = services
  const { stage } = withWorks(await peerStageAt(services, place))
  await db.transaction().execute(async (tx) => {
    const published_at = clock()
    const published = await tx
      .insertInto('peer_stages')
      .values({ stage_id: stage.id, published_at })
      .onConflict((conflict) =>
        conflict.column('stage_id').doUpdateSet({ published_at }).where('peer_stages.published_at', 'is', null),
      )
      .returning('stage_id')
      .executeTakeFirst()
    if (published) await audited(tx, actorId, place, 'peer_published', [])
  })
  const passed = db
    .selectFrom('peer_raters as r')
    .leftJoin('stage_facts as f', (join) =>
      join.onRef('f.stage_id', '=', 'r.stage_id').onRef('f.account_id', '=', 'r.account_id'),
    )
    .select(['r.account_id', 'r.done', 'r.author'])
    .where('r.stage_id', '=', stage.id)
    .where((is) => is.or([is('r.finished_at', 'is not', null), is('r.short_since', 'is not', null)]))
    .where((is) => is.or([is('r.author', '=', true), is('r.done', '>', 0)]))
    .where('f.passed_at', 'is', null)
  // One transaction for each person: notices sent before a failure are not repeated, and a repetition continues.
  for (const { account_id: accountId, done, author } of await passed.orderBy('r.account_id').execute())
    await db.transaction().execute(async (tx) => {
      const { facts } = await lockStage(tx, services.seasons, accountId, { stageId: stage.id }, clock())
      if (facts.passedAt || facts.failedAt) return
      const own = author ? 'Оценки вашей работы — на странице этапа.' : 'Спасибо за помощь.'
      const reason = `Вы оценили ${counted(done, 'работу', 'работы', 'работ')}. ${own}`
      await settle(tx, { accountIds: [accountId], stageId: stage.id, outcome: 'passed', reason }, clock())
      await tellOutcome(tx, services, [accountId], { stageId: stage.id, outcome: 'passed', text: reason })
    })
  return readPeer(services, place, 'whole')
}
