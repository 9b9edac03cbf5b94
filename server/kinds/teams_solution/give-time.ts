import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { addressOfStage } from '#server/stages/address-of-stage.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { ownersSolution, type Place } from './owners-stage.ts'

interface Given {
  teamId: number
  /** Null: the team has the same end as all others again. */
  closesAt: string | null
  reason: string
}

/** Gives one team more time, including members who join later, and notifies its members. */
export async function giveTime(services: Services, actorId: number, place: Place, { teamId, closesAt, reason }: Given) {
  const { stage } = await ownersSolution(services, place)
  const until = closesAt === null ? null : parseWire(closesAt)
  if (closesAt !== null && until === null) throw new Refusal('invalid_request')
  const end = stage.closesAt
  if (until !== null && (end === null || until <= end)) throw new Refusal('time_not_later')
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await teamsAt(stage).execute(tx)
    if (!rows.some(({ id }) => id === teamId)) throw new Refusal('formed_team_not_found')
    const before = await tx
      .selectFrom('team_solutions')
      .select('closes_at')
      .where('stage_id', '=', stage.id)
      .where('team_id', '=', teamId)
      .executeTakeFirst()
    const set = { closes_at: until, closes_reason: reason.trim(), granted_by: actorId }
    await tx
      .insertInto('team_solutions')
      .values({ stage_id: stage.id, team_id: teamId, ...set })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id']).doUpdateSet(set))
      .execute()
    await recordAudit(tx, {
      actorId,
      action: 'team_time_given',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [
          {
            ...{ field: 'time', title: `Команда ${teamId}` },
            ...{ before: endInWords(before?.closes_at ?? null), after: endInWords(until) },
          },
        ],
      },
    })
    const members = await tx
      .selectFrom('formed_team_members as m')
      .leftJoin('participations as p', (join) =>
        join.onRef('p.account_id', '=', 'm.account_id').on('p.competition_code', '=', place.competition),
      )
      .select(['m.account_id', 'p.track_code'])
      .where('m.team_id', '=', teamId)
      .where('m.state', '=', 'active')
      .orderBy('m.account_id')
      .execute()
    for (const { account_id, track_code } of members)
      await messagePerson(tx, services, account_id, {
        kind: 'stages',
        title: until
          ? `Вашей команде дали больше времени: ${quoted(stage.title)}`
          : `Срок изменился: ${quoted(stage.title)}`,
        text: until
          ? `Сдать решение можно до ${showDateTime(until)}. Причина: ${reason.trim()}`
          : `Для вашей команды снова действует общий срок${end ? `, до ${showDateTime(end)}` : ''}. Причина: ${reason.trim()}`,
        link: { path: addressOfStage(place.competition, track_code, stage), words: 'Открыть решение' },
      })
  })
}

const endInWords = (until: Date | null) => (until ? `до ${showDateTime(until)}` : 'общий срок')
