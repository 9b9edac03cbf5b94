import { type Decision, go } from './decision.ts'

/** A member of a team is sent to the stage page, others to the list of teams. */
export function teamsGuard(place: { stagePath: string; teamId: number | null; team: string | null }): Decision {
  if (place.team !== null && place.teamId !== null && String(place.teamId) === place.team)
    return { to: place.stagePath }
  if (place.team === null && place.teamId === null) return { to: `${place.stagePath}/list` }
  return go
}
