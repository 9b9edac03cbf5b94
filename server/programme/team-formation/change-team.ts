import type { Services } from '#server/services.ts'
import { namedTeam, refusingTakenName } from './name-team.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { lockTeam } from './store.ts'

interface Change {
  accountId: number
  teamId: number
  team_name?: string | undefined
  about?: string | undefined
  takes_requests?: boolean | undefined
}

/** Changes what the captain writes about the team. Missing fields stay as they are. */
export async function changeTeam({ db, clock, seasons }: Services, change: Change): Promise<void> {
  const { accountId, teamId, team_name, about, takes_requests } = change
  const changed = {
    ...(team_name !== undefined && namedTeam(team_name)),
    ...(about !== undefined && { about: about.trim() }),
    ...(takes_requests !== undefined && { takes_requests }),
  }
  await refusingTakenName(() =>
    db.transaction().execute(async (tx) => {
      await refuseUnlessCaptain(tx, seasons, await lockTeam(tx, teamId), accountId, clock())
      if (Object.keys(changed).length === 0) return
      await tx.updateTable('formed_teams').set(changed).where('id', '=', teamId).execute()
    }),
  )
}
