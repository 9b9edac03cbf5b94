import type { Tx } from '#server/db.ts'
import { fillTeams } from '../fill-formed-teams.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

const duties = ['Аналитик', 'Докладчик']

export const teamsFormingDemo: KindDemo = {
  stages: [
    open({
      code: 'teams',
      type: 'teams_forming',
      title: 'Сбор команды',
      summary: 'От трёх до пяти человек, среди них аналитик и докладчик. Нужно письмо от руководителя.',
      settings: { size_min: 3, size_max: 5, roles: duties, head_letter: true },
    }),
  ],
  async fill({ tx, named, people, stage, now }) {
    const of = { stage_id: stage('teams'), competition_code: 'all_kinds' }
    const [full, gathering, closed, ...seekers] = [people.slice(0, 4), people.slice(4, 5), people.slice(5, 7)].concat(
      people.slice(7, 11).map((account_id) => [account_id]),
    ) as [number[], number[], number[], ...number[][]]
    const numbers = await fillTeams(
      tx,
      of,
      [
        { name: 'Полный состав', about: 'Собрались за два дня.', members: [named.captain, ...full] },
        {
          name: 'Ждём третьего',
          about: 'Нужен человек, который умеет считать.',
          members: [named.finalist, ...gathering],
        },
        { name: 'Своим составом', closed: true, members: closed },
      ],
      now,
    )
    // An organiser has sent one team to the desk before the stage closes; assessor@demo.test checks it.
    const sent = people.slice(11, 14)
    const [checked] = await fillTeams(
      tx,
      of,
      [{ name: 'Ранний состав', about: 'Собрались первыми и просят проверить нас сразу.', members: sent }],
      now,
    )
    await tx
      .updateTable('formed_teams')
      .set({ verdict: 'under_check', verdict_at: daysFrom(now, -0.4) })
      .where('id', '=', checked ?? 0)
      .execute()
    for (const [place, duty] of duties.entries())
      await tx
        .updateTable('formed_team_members')
        .set({ duty })
        .where('team_id', '=', checked ?? 0)
        .where('account_id', '=', sent[place] ?? 0)
        .execute()
    await tx
      .insertInto('stage_staff')
      .values({ stage_id: of.stage_id, account_id: named.assessor, duty: 'check', added_at: daysFrom(now, -4) })
      .execute()
    await fillDecided(tx, of, people.slice(14, 23), now)
    const since = daysFrom(now, -0.5)
    const [asks] = seekers.flat()
    await tx
      .insertInto('formed_team_members')
      .values([
        { team_id: numbers[1] ?? 0, stage_id: of.stage_id, account_id: asks ?? 0, state: 'requested', since },
        { team_id: numbers[1] ?? 0, stage_id: of.stage_id, account_id: named.participant, state: 'invited', since },
      ])
      .execute()
    const looking = seekers.flat().map((account_id) => ({ stage_id: of.stage_id, account_id, since }))
    await tx.insertInto('team_seekers').values(looking).execute()
  },
}

/** Teams that were sent early: one is admitted, one is refused, and one may still change its composition. */
async function fillDecided(
  tx: Tx,
  of: { stage_id: number; competition_code: string },
  people: readonly number[],
  now: Date,
): Promise<void> {
  const at = daysFrom(now, -0.2)
  const decided = [
    {
      name: 'Первая смена',
      about: 'Работаем вместе с прошлого сезона.',
      ...{ verdict: 'admitted' as const, verdict_at: at, verdict_reason: '', returned_until: null },
    },
    {
      name: 'Тихий час',
      about: 'Решаем задачи без спешки.',
      ...{ verdict: 'rejected' as const, verdict_at: at, returned_until: null },
      verdict_reason: 'Письмо руководителя не подписано, а двое из команды не подтвердили участие.',
    },
    {
      name: 'Вторая попытка',
      about: 'Меняем докладчика.',
      ...{ verdict: null, verdict_at: null, returned_until: daysFrom(now, 2) },
      verdict_reason: 'Докладчик указан в другой команде: назовите другого человека.',
    },
  ]
  const members = (place: number) => people.slice(place * 3, place * 3 + 3)
  const teams = decided.map(({ name, about }, place) => ({ name, about, members: members(place) }))
  const numbers = await fillTeams(tx, of, teams, now)
  for (const [place, { name: _name, about: _about, ...outcome }] of decided.entries()) {
    const team_id = numbers[place] ?? 0
    await tx.updateTable('formed_teams').set(outcome).where('id', '=', team_id).execute()
    for (const [seat, duty] of duties.entries())
      await tx
        .updateTable('formed_team_members')
        .set({ duty })
        .where('team_id', '=', team_id)
        .where('account_id', '=', members(place)[seat] ?? 0)
        .execute()
  }
}
