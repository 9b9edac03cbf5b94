import { type Decision, go } from './decision.ts'

/** The code must be one of the listed competitions. The profile has no competition. */
export function competitionGuard(place: {
  name: string
  code: string
  competitions: readonly { code: string }[]
}): Decision {
  if (place.name.startsWith('profile')) return go
  const known = place.competitions.some((competition) => competition.code === place.code)
  return known ? go : { status: 404, message: 'Конкурс не найден' }
}
