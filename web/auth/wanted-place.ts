import { ownPath } from '#web/platform/navigation/own-path.ts'

let wanted: string | null = null

/** Where someone was going when the login came between. Kept in memory: addresses may hold codes. */
export function wantPlace(href: string): void {
  // A competition's home is where its login leads anyway: the way through it to the login forgets nothing.
  if (wanted !== null && /^\/[^/]*$/.test(href)) return
  wanted = href
}

/** Gives the place once, if it lies inside this competition. */
export function takeWantedPlace(competition: string): string | null {
  const place = wanted && ownPath(wanted)
  wanted = null
  return place?.startsWith(`/${competition}/`) ? place : null
}
