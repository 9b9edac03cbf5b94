type TeamAction = 'exit' | 'join' | 'no_place'

interface TeamPlaces {
  readonly my_team: boolean
  readonly places_left: number
}

/** What a person can do with a team: leave their own, join a team with free places, otherwise nothing. */
export function teamAction({ my_team, places_left }: TeamPlaces): TeamAction {
  if (my_team) return 'exit'
  return places_left > 0 ? 'join' : 'no_place'
}
