import { sql } from 'kysely'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { peerStageAt, refuseIfPublished, takeTurn } from './peer-stage.ts'

interface Change {
  testId: number
  /** Null: the weight follows from the marks. */
  weight: number | null
  /** Null: the marks count. */
  excluded_because: string | null
}

/** Sets the weight of a person's marks, excludes them with a reason, or includes them again. */
export async function changeRater(services: Services, actorId: number, place: Place, change: Change): Promise<void> {
  const { stage } = await peerStageAt(services, place)
  const { weight, testId } = change
  const because = change.excluded_because?.trim() || null
  await services.db.transaction().execute(async (tx) => {
    await refuseIfPublished(tx, stage.id)
    const rater = await tx
      .selectFrom('peer_raters as r')
      .innerJoin('accounts as a', 'a.id', 'r.account_id')
      .select(['r.account_id', 'r.excluded_because', 'r.weight'])
      .where('r.stage_id', '=', stage.id)
      .where('a.test_id', '=', testId)
      .forUpdate('r')
      .executeTakeFirst()
    if (!rater) throw new Refusal('user_not_found')
    await tx
      .updateTable('peer_raters')
      .set({ weight, excluded_because: because })
      .where('stage_id', '=', stage.id)
      .where('account_id', '=', rater.account_id)
      .execute()
    // Works whose marks are excluded need more marks; works whose marks count again need fewer.
    const more = Number(rater.excluded_because === null) - Number(because === null)
    if (more !== 0) {
      await takeTurn(tx, stage.id)
      await sql`
        update peer_pool p set given = greatest(p.given - ${more}::int, 0)
        from peer_tasks t
        where t.stage_id = p.stage_id and t.work_id = p.work_id and t.hand_in_id = p.hand_in_id
          and t.stage_id = ${stage.id} and t.rater_id = ${rater.account_id} and t.kind = 'pool' and t.returned_at is null`.execute(
        tx,
      )
    }
    await audited(tx, actorId, place, 'peer_rater_changed', [
      {
        ...{ field: 'rater', title: `Участник ID ${testId}` },
        ...{ before: said(rater.excluded_because, rater.weight), after: said(because, weight) },
      },
    ])
  })
}

const said = (because: string | null, weight: number | null) =>
  because === null ? `вес ${weight ?? 'по оценкам'}` : `оценки исключены: ${because}`
