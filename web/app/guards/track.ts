import { type Decision, go } from './decision.ts'

/** An unknown track redirects to the first one. `tracks` is null when they could not be loaded. */
export function trackGuard(place: {
  competition: string
  track: string
  tracks: readonly { code: string }[] | null
}): Decision {
  const first = place.tracks?.[0]
  if (!place.tracks || !first) return { status: 500, message: 'Не удалось получить треки' }
  const known = place.tracks.some((track) => track.code === place.track)
  return known ? go : { to: `/${place.competition}/${first.code}` }
}
