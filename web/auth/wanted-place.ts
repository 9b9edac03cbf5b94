import { ownPath } from '#web/platform/navigation/own-path.ts'

let wanted: string | null = null

/** Where someone was going when the login came between. Kept in memory: addresses may hold codes. */
export function wantPlace(href: string): void {
  wanted = href
}

/** Gives the place once, if it lies inside this competition. */
export function takeWantedPlace(competition: string): string | null {
  const place = wanted && ownPath(wanted)
  wanted = null
  return place?.startsWith(`/${competition}/`) ? place : null
}
