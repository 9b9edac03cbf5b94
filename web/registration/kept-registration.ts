const key = (competition: string) => `registration:${competition}`

/** The number of an unfinished registration lives as long as the tab; what was answered stays on the server. */
export const keptRegistration = (competition: string): string | null => sessionStorage.getItem(key(competition))

export function keepRegistration(competition: string, id: string | null): void {
  if (id === null) sessionStorage.removeItem(key(competition))
  else sessionStorage.setItem(key(competition), id)
}
