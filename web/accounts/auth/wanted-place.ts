import { ownPath } from '#web/platform/navigation/own-path.ts'

let wanted: string | null = null

/** The page that a person wanted before the login. Kept in memory only, because addresses may contain codes. */
export function wantPlace(href: string): void {
  // The home page of a competition is where a login leads anyway, so it does not replace a wanted page.
  if (wanted !== null && /^\/[^/]*$/.test(href)) return
  wanted = href
}

/** Gives the page once, if it is in this competition. */
export function takeWantedPlace(competition: string): string | null {
  const place = wanted && ownPath(wanted)
  wanted = null
  return place?.startsWith(`/${competition}/`) ? place : null
}
