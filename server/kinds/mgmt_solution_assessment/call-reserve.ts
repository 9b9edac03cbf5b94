import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { peerStageAt, refuseIfPublished } from './peer-stage.ts'
import { rankWorks } from './rank-works.ts'
import { scoreWorks } from './score-works.ts'

/** More people are asked than needed, because some will not help. */
const askedPerPlace = 2

/**
 * Asks people who have finished to assess some more works, the most careful first and no more people than the missing
 * marks need. Declining has no consequences.
 */
export async function callReserve(services: Services, actorId: number, place: Place, works: number) {
  const { db } = services
  const peer = await peerStageAt(services, place)
  const { stage, settings } = peer
  const scores = await scoreWorks(db, stage.id)
  const missing = (await rankWorks(db, peer, scores))
    .filter((work) => work.short)
    .reduce((sum, { mark }) => sum + settings.received - (mark?.received ?? 0), 0)
  const finished = await db
    .selectFrom('peer_raters')
    .select(['account_id', 'done', 'extra'])
    .where('stage_id', '=', stage.id)
    .where('finished_at', 'is not', null)
    .where('excluded_because', 'is', null)
    .execute()
  const weight = (account: number) => scores.quality.get(account)?.weight ?? 1
  const chosen = finished
    .filter(({ done, extra }) => done >= settings.given + extra)
    .sort((a, b) => weight(b.account_id) - weight(a.account_id) || a.account_id - b.account_id)
    .slice(0, Math.ceil((missing * askedPerPlace) / works))
    .sort((a, b) => a.account_id - b.account_id)
  const words = counted(works, 'работу', 'работы', 'работ')
  const asked = await db.transaction().execute(async (tx) => {
    await refuseIfPublished(tx, stage.id)
    let count = 0
    for (const { account_id: accountId } of chosen) {
      // Not whom another organiser has asked or excluded meanwhile.
      const free = await tx
        .updateTable('peer_raters')
        .set((is) => ({ extra: is('extra', '+', works) }))
        .where('stage_id', '=', stage.id)
        .where('account_id', '=', accountId)
        .where('excluded_because', 'is', null)
        .where((is) => is('done', '>=', is('extra', '+', settings.given)))
        .returning('account_id')
        .executeTakeFirst()
      if (!free) continue
      count++
      await messagePerson(tx, services, accountId, {
        kind: 'stages',
        title: `Помогите оценить ещё ${words}`,
        text: `На этапе ${quoted(stage.title)} некоторым работам не хватает оценок, а вы свои уже поставили. Если есть время, оцените ещё ${words}. На вашу собственную работу это не влияет.`,
        link: { path: `/${stage.competitionCode}`, words: 'Открыть этапы' },
      })
    }
    if (count > 0)
      await audited(tx, actorId, place, 'peer_reserve_called', [
        { field: 'reserve', title: `Просьб: ${count}, работ в каждой: ${works}` },
      ])
    return count
  })
  return { asked }
}
