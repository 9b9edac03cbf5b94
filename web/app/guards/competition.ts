import { type Decision, go } from './decision.ts'

/** A competition's code must be in the list; the profile has none. */
export function competitionGuard(place: {
  name: string
  code: string
  competitions: readonly { code: string }[]
}): Decision {
  if (place.name.startsWith('profile')) return go
  const known = place.competitions.some((competition) => competition.code === place.code)
  return known ? go : { status: 404, message: 'Конкурс не найден' }
}
