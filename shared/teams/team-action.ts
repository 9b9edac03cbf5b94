type TeamAction = 'exit' | 'join' | 'no_place'

interface TeamPlaces {
  readonly my_team: boolean
  readonly places_left: number
}

/** What a person can do with a team: leave the own one, join one with free places, otherwise nothing. */
export function teamAction({ my_team, places_left }: TeamPlaces): TeamAction {
  if (my_team) return 'exit'
  return places_left > 0 ? 'join' : 'no_place'
}

const places: Record<TeamAction, number> = { exit: 0, join: 1, no_place: 2 }

/** The own team first, then teams with free places, then the rest; otherwise the order is kept. */
export function sortTeams<Team extends TeamPlaces>(teams: readonly Team[]): Team[] {
  return teams.toSorted((one, other) => places[teamAction(one)] - places[teamAction(other)])
}
