import { sql } from 'kysely'
import { isStageFor } from '#server/people/participants/step.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { settle } from '#server/stages/settle.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { mentorStage, type Place, secondRound } from './mentor-stage.ts'
import { queueMatchingMessages } from './publish-plan.ts'
import { stateOf } from './read-panel.ts'

const reason = 'Второй тур: выберите наставников, у которых есть места, и сдайте выбор ещё раз'

/**
 * Opens the choice again only to people without a mentor. People who have passed the stage and lost their mentor later
 * are left out, because they would have to hand in an accepted choice again. The next matching includes them.
 */
export async function openSecondRound(services: Services, actorId: number, place: Place, closes: string) {
  const { db, clock } = services
  const { stage, settings } = await mentorStage(services, place)
  const now = clock()
  const closesAt = parseWire(closes)
  if (!closesAt || closesAt <= now || (stage.closesAt && closesAt <= stage.closesAt)) {
    const message = 'Укажите время в будущем, позже срока самого этапа'
    throw new Refusal('form_invalid', { fields: { closes_at: { rule: 'min_value', message } } })
  }
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ account_id: number }>`
      select f.account_id from stage_facts f
      join participations p on p.account_id = f.account_id and p.competition_code = ${place.competition}
        and p.disqualified_at is null and p.withdrawn_at is null
      join accounts a on a.id = f.account_id and a.disabled_at is null
      where f.stage_id = ${stage.id} and f.submitted_at is not null and f.passed_at is null and ${isStageFor(stage)}
        and ${stateOf(settings.way)} = 'left'
      order by f.account_id for update of f`.execute(tx)
    const accountIds = rows.map(({ account_id }) => account_id)
    if (accountIds.length === 0) throw new Refusal('second_round_empty')
    await settle(tx, { accountIds, stageId: stage.id, outcome: 'returned', reason }, now)
    await sql`
      insert into stage_extensions (stage_id, account_id, closes_at, reason, granted_by, granted_at)
      select ${stage.id}, account, ${closesAt}, ${secondRound}, ${actorId}, ${now}
      from unnest(${accountIds}::int[]) as account`.execute(tx)
    await queueMatchingMessages(tx, stage.id, accountIds, 'second')
    await recordAudit(tx, {
      actorId,
      action: 'mentors_second_round',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [
          {
            field: 'closes_at',
            title: `Участников: ${accountIds.length}`,
            ...(stage.closesAt && { before: formatWire(stage.closesAt) }),
            after: formatWire(closesAt),
          },
        ],
      },
    })
    return { people: accountIds.length }
  })
}
