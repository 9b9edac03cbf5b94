import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { lastScores, scoreAttempts } from './score-attempts.ts'
import { namesOf } from './test-names.ts'
import { type Place, testStageAt } from './test-stage.ts'

const maxShown = 100

/** The scores of this test next to those of a control test, the largest difference first. */
export async function compareTests(services: Services, place: Place, control: string) {
  const [stage, other] = [await testStageAt(services, place), await testStageAt(services, { ...place, code: control })]
  const read = async (db: Db) => {
    for (const { id } of [stage, other]) await scoreAttempts(db, id)
    const { rows } = await sql<{ account_id: number; score: number; control: number; both: number }>`
      select one.account_id, one.score, two.score as control, (count(*) over ())::int as both
      from (${lastScores(stage.id)}) as one join (${lastScores(other.id)}) as two using (account_id)
      order by abs(one.score - two.score) desc, one.score desc, one.attempt_id limit ${maxShown}`.execute(db)
    const names = await namesOf(
      db,
      rows.map(({ account_id }) => account_id),
    )
    return {
      both: rows[0]?.both ?? 0,
      people: rows.flatMap(({ account_id, score, control: second }) => {
        const person = names.get(account_id)
        return person ? [{ ...person, score, control: second }] : []
      }),
    }
  }
  return services.readings.figures({ competition: place.competition, name: `tests ${stage.id} ${other.id}`, read })
}

/** The sum of the scores of each team, the best first. */
export async function sumTeams(services: Services, place: Place) {
  const stage = await testStageAt(services, place)
  const read = async (db: Db) => {
    await scoreAttempts(db, stage.id)
    const { rows } = await sql<{ team: string; sum: number; done: number; members: number }>`
      select f.name as team, coalesce(sum(l.score), 0)::float as sum, count(l.account_id)::int as done, count(*)::int as members
      from formed_teams f
      join formed_team_members m on m.team_id = f.id and m.state = 'active'
      left join (${lastScores(stage.id)}) as l on l.account_id = m.account_id
      where f.competition_code = ${place.competition}
      group by f.id having count(l.account_id) > 0
      order by sum desc, f.id limit ${maxShown}`.execute(db)
    return { teams: rows }
  }
  return services.readings.figures({ competition: place.competition, name: `team scores ${stage.id}`, read })
}
