import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { teamAction } from '#shared/teams/team-action.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { type GroupTeam, joinTeam, leaveTeam, teamsKey } from './queries.ts'

/** Joining and leaving. Either asks for the group again, for others come and go at the same time; so does a refusal. */
export function useMembership(competition: string) {
  const queries = useQueryClient()
  const [pending, setPending] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<GroupTeam | null>(null)
  const [wanted, setWanted] = useState<GroupTeam | null>(null)

  async function change(team: GroupTeam, work: () => Promise<unknown>, done: string) {
    setPending(team.id)
    try {
      await work()
      showBanner(done, 'success')
    } catch (error) {
      showBanner(failureText(error))
    }
    await Promise.all(
      [teamsKey(competition), ['stages'], ['stage'], ['tracks']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
    setPending(null)
  }

  return {
    pending,
    leaving,
    wanted,
    act(team: GroupTeam, ownTeam: number | null) {
      if (pending !== null) return
      const action = teamAction(team)
      if (action === 'exit') setLeaving(team)
      else if (ownTeam !== null) setWanted(team)
      else if (action === 'join')
        void change(team, () => joinTeam(competition, team.id), `Вы вступили в команду «${team.name}»`)
    },
    leave() {
      const team = leaving
      setLeaving(null)
      if (team) void change(team, () => leaveTeam(competition), `Вы вышли из команды «${team.name}»`)
    },
    close() {
      setLeaving(null)
      setWanted(null)
    },
  }
}
