import type { Db } from '#server/db.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { type InCompetition, regionalStage, whyClosed } from './regional-stage.ts'
import { groupOf, membersOf, teamsOf } from './store.ts'

/** A page of the teams that the person may join. Of their members only the names are shown. */
export async function myGroup(db: Db, seasons: Seasons, of: InCompetition & Page & { team_name: string }, now: Date) {
  const { all, state } = await regionalStage(db, seasons, of, now)
  const group = await groupOf(db, { ...of, region: all.person.region })
  const reason = whyClosed(state.window, now)
  const changing = { team_id: group?.team_id ?? null, may_change: reason === '', reason }
  if (!group) return { group: null, teams: [], count: 0, ...changing }
  const { teams, count } = await teamsOf(db, group.id, of)
  const ids = teams.map(({ id }) => id)
  const members = await membersOf(db, ids)
  return {
    group: { code: group.code, title: group.title },
    teams: teams.map((team) => ({
      ...team,
      members: members
        .filter(({ team_id }) => team_id === team.id)
        .map(({ test_id, last_name, first_name }) => ({ user_id: test_id, last_name, first_name })),
    })),
    count,
    ...changing,
  }
}
