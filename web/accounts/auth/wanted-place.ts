import { isOwnPlace } from '#shared/platform/text/page-path.ts'
import { ownPath } from '#web/platform/navigation/own-path.ts'

let wanted: string | null = null

/** The page that a person wanted before the login. Kept in memory only, because addresses may contain codes. */
export function wantPlace(href: string): void {
  // The home page of a competition is where a login leads anyway, so it does not replace a wanted page.
  if (wanted !== null && /^\/[^/]*$/.test(href)) return
  wanted = href
}

/** Gives the page once, if it is in this competition or in none. */
export function takeWantedPlace(competition: string): string | null {
  const place = wanted && ownPath(wanted)
  wanted = null
  if (!place) return null
  const [path = ''] = place.split(/[?#]/)
  const [first = '', ...rest] = path.slice(1).split('/')
  if (first !== '' && isOwnPlace(first)) return place
  return first === competition && rest.length > 0 ? place : null
}
