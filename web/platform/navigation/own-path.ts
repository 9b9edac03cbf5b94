/**
 * The path as an address of this portal, or null. Null for everything that a browser could read as another site
 * (`//evil`, `/\evil`, `https:…`, `javascript:…`), also when hidden by encoding, dots or control characters.
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
