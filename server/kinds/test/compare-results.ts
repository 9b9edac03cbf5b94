import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { scoreAttempts, scoredAttempts } from './score-attempts.ts'
import { namesOf } from './test-names.ts'
import { type Place, testStageAt } from './test-stage.ts'

const maxShown = 100

/** The scores of this test next to those of a control test, the largest difference first. */
export async function compareTests(services: Services, place: Place, control: string) {
  const { db } = services
  const [stage, other] = [await testStageAt(services, place), await testStageAt(services, { ...place, code: control })]
  for (const { id } of [stage, other]) await scoreAttempts(db, id)
  const controls = new Map((await scoredAttempts(db, other.id)).map(({ account_id, score }) => [account_id, score]))
  const both = (await scoredAttempts(db, stage.id)).flatMap(({ account_id, score }) => {
    const second = controls.get(account_id)
    return second === undefined ? [] : [{ account_id, score, control: second }]
  })
  const shown = both.toSorted((a, b) => apart(b) - apart(a)).slice(0, maxShown)
  const names = await namesOf(
    db,
    shown.map(({ account_id }) => account_id),
  )
  return {
    both: both.length,
    people: shown.flatMap(({ account_id, ...scores }) => {
      const person = names.get(account_id)
      return person ? [{ ...person, ...scores }] : []
    }),
  }
}

const apart = ({ score, control }: { score: number; control: number }) => Math.abs(score - control)

/** The sum of the scores of each team, the best first. */
export async function sumTeams(services: Services, place: Place) {
  const { db } = services
  const stage = await testStageAt(services, place)
  await scoreAttempts(db, stage.id)
  const { rows } = await sql<{ team: string; sum: number; done: number; members: number }>`
    with latest as (
      select distinct on (t.account_id) t.account_id, s.score
      from attempts t join test_scores s on s.attempt_id = t.id
      where t.stage_id = ${stage.id} and t.finished_at is not null order by t.account_id, t.number desc
    )
    select f.name as team, coalesce(sum(l.score), 0)::float as sum, count(l.account_id)::int as done, count(*)::int as members
    from formed_teams f
    join formed_team_members m on m.team_id = f.id and m.state = 'active'
    left join latest l on l.account_id = m.account_id
    where f.competition_code = ${place.competition}
    group by f.id having count(l.account_id) > 0
    order by sum desc, f.id limit ${maxShown}`.execute(db)
  return { teams: rows }
}
