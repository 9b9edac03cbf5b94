import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { oneTeam } from '#server/programme/team-formation/store.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { barredFrom } from './barred.ts'
import { countedAt, lockCount, ownersEvaluation, type Place, shortName } from './evaluation-stage.ts'

/** Sets the observers of a team. An observer who has already marked it stays, with their marks. */
export async function nameObservers(
  services: Services,
  actorId: number,
  place: Place,
  { teamId, observers }: { teamId: number; observers: readonly number[] },
): Promise<void> {
  const { stage } = await ownersEvaluation(services, place)
  await services.db.transaction().execute(async (tx) => {
    await lockCount(tx, stage.id, 'write')
    if (await countedAt(tx, stage.id)) throw new Refusal('team_marks_final')
    await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
    const team = await oneTeam(tx, teamId)
    if (team.competition_code !== place.competition) throw new Refusal('formed_team_not_found')
    const named = await tx
      .selectFrom('stage_staff as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select(['a.id', 'a.test_id', 'a.first_name', 'a.last_name'])
      .where('t.stage_id', '=', stage.id)
      .where('t.duty', '=', 'judge')
      .where('a.test_id', 'in', [0, ...observers])
      .execute()
    if (named.length !== observers.length) throw new Refusal('judge_unknown')
    const barred = new Set((await barredFrom(tx, stage.id, [teamId])).map(({ judge }) => judge))
    const known = named.find(({ id }) => barred.has(id))
    if (known) throw new Refusal('observer_conflict', { values: { name: shortName(known) } })
    const before = await tx
      .selectFrom('team_observers as o')
      .innerJoin('accounts as a', 'a.id', 'o.observer_id')
      .select('a.test_id')
      .where('o.stage_id', '=', stage.id)
      .where('o.team_id', '=', teamId)
      .execute()
    await tx
      .deleteFrom('team_observers')
      .where('stage_id', '=', stage.id)
      .where('team_id', '=', teamId)
      .where('done_at', 'is', null)
      .where('observer_id', 'not in', [0, ...named.map(({ id }) => id)])
      .execute()
    const added =
      named.length === 0
        ? []
        : await tx
            .insertInto('team_observers')
            .values(
              named.map(({ id }) => ({
                ...{ stage_id: stage.id, team_id: teamId, observer_id: id, assigned_at: services.clock() },
              })),
            )
            .onConflict((conflict) => conflict.columns(['stage_id', 'team_id', 'observer_id']).doNothing())
            .returning('observer_id')
            .execute()
    await messagePeople(
      tx,
      services,
      added.map(({ observer_id }) => ({
        accountId: observer_id,
        text: `Этап ${quoted(stage.title)}, команда ${quoted(team.name)}. Оценки ставят на рабочем столе.`,
      })),
      { kind: 'stages', title: 'Вы наблюдаете за командой', link: { path: '/desk', words: 'Рабочий стол' } },
    )
    await audited(tx, actorId, place, 'team_observers_named', [
      { field: 'team', title: `Команда ${teamId}`, before: inWords(before), after: inWords(named) },
    ])
  })
}

const inWords = (people: readonly { test_id: number }[]) =>
  people.map(({ test_id }) => `ID ${test_id}`).join(', ') || 'никого'
