/**
 * The place as an address of this portal, or null. Whatever a browser would read as another site (`//evil`, `/\evil`,
 * `https:…`, `javascript:…`, also hidden by encoding, dots or control characters) is null.
 */
export function ownPath(place: string): string | null {
  if (!place.startsWith('/')) return null
  const home = 'https://own.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(place, home)
    const leadsAway = /^\/{2}|\\/.test(decodeURIComponent(pathname))
    return origin === home && !leadsAway ? pathname + search + hash : null
  } catch {
    return null
  }
}
