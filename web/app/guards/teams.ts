import { type Decision, go } from './decision.ts'

/** One's own team is the stage page itself; without any team one begins with the list. */
export function teamsGuard(place: { stagePath: string; teamId: number | null; team: string | null }): Decision {
  if (place.team !== null && place.teamId !== null && String(place.teamId) === place.team)
    return { to: place.stagePath }
  if (place.team === null && place.teamId === null) return { to: `${place.stagePath}/list` }
  return go
}
