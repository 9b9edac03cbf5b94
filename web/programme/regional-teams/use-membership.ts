import { useState } from 'react'
import { teamAction } from '#shared/programme/regional-teams/team-action.ts'
import { type GroupTeam, useChangeMembership } from './queries.ts'

/**
 * What a press on a team leads to: joining at once, a question before leaving, or advice to leave the present team
 * first.
 */
export function useMembership(competition: string) {
  const changing = useChangeMembership(competition)
  const [leaving, setLeaving] = useState<GroupTeam | null>(null)
  const [wanted, setWanted] = useState<GroupTeam | null>(null)

  return {
    /** The number of the team that is being joined or left. */
    pending: changing.isPending ? changing.variables.team.id : null,
    leaving,
    wanted,
    act(team: GroupTeam, ownTeam: number | null) {
      if (changing.isPending) return
      const action = teamAction(team)
      if (action === 'exit') setLeaving(team)
      else if (ownTeam !== null) setWanted(team)
      else if (action === 'join') changing.mutate({ team, become: 'member' })
    },
    leave: (team: GroupTeam) => changing.mutateAsync({ team, become: 'stranger' }),
    close() {
      setLeaving(null)
      setWanted(null)
    },
  }
}
