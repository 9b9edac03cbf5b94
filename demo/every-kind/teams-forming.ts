import { fillTeams } from '../fill-formed-teams.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

export const teamsFormingDemo: KindDemo = {
  stages: [
    open({
      code: 'teams',
      type: 'teams_forming',
      title: 'Сбор команды',
      summary: 'От трёх до пяти человек, среди них аналитик и докладчик. Нужно письмо от руководителя.',
      settings: { size_min: 3, size_max: 5, roles: ['Аналитик', 'Докладчик'], head_letter: true },
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
    // An organiser has sent one to the desk before the close; assessor@demo.test checks it.
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
    for (const [place, duty] of ['Аналитик', 'Докладчик'].entries())
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
