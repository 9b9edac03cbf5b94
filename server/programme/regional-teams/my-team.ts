import type { Db } from '#server/db.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { assessmentWindow, type InCompetition, regionalStage, whyClosed } from './regional-stage.ts'
import { membersOf, ownTeam } from './store.ts'

/** The person's own team with the profiles of its members; null when the person has no team. */
export async function myTeam(db: Db, seasons: Seasons, of: InCompetition, now: Date) {
  await regionalStage(db, seasons, of, now)
  const team = await ownTeam(db, of)
  if (!team) return { team: null }
  const members = await membersOf(db, [team.id])
  return {
    team: {
      id: team.id,
      name: team.name,
      places_left: team.capacity - members.length,
      members: members.map(({ account_id, test_id, last_name, first_name, skills, about }) => ({
        user_id: test_id,
        last_name,
        first_name,
        me: account_id === of.accountId,
        skills: skills ?? '',
        about: about ?? '',
      })),
    },
  }
}

/** The teammates with the marks that the person gave them. Marks received from them are not shown. */
export async function myTeamAssessments(db: Db, seasons: Seasons, of: InCompetition, now: Date) {
  const stage = await regionalStage(db, seasons, of, now)
  const window = assessmentWindow(stage)
  const team = await ownTeam(db, of)
  const members = await membersOf(db, team ? [team.id] : [])
  const marks = await db
    .selectFrom('regional_team_assessments')
    .select(['teammate_id', 'mark', 'comment'])
    .where('author_id', '=', of.accountId)
    .where('competition_code', '=', of.competitionCode)
    .execute()
  const reason = whyClosed(window, now)
  return {
    teammates: members
      .filter(({ account_id }) => account_id !== of.accountId)
      .map(({ account_id, test_id, last_name, first_name }) => {
        const given = marks.find(({ teammate_id }) => teammate_id === account_id)
        return { user_id: test_id, last_name, first_name, mark: given?.mark ?? null, comment: given?.comment ?? '' }
      }),
    may_assess: reason === '',
    reason,
    opens_at: window.opensAt && formatWire(window.opensAt),
    closes_at: window.closesAt && formatWire(window.closesAt),
  }
}
