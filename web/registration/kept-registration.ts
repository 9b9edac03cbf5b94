/** The server, which draws the first step, has no tab to look into. */
const read = (name: string) => (typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(name))

const key = (competition: string) => `registration:${competition}`

/** The number of an unfinished registration lives as long as the tab; what was answered stays on the server. */
export const keptRegistration = (competition: string): string | null => read(key(competition))

const placeKey = (competition: string) => `registration-place:${competition}`

/** The step that was open, so that a reload opens it again. */
export const keptStep = (competition: string): string | null => read(placeKey(competition))

export const keepStep = (competition: string, step: string): void => sessionStorage.setItem(placeKey(competition), step)

export function keepRegistration(competition: string, id: string | null): void {
  if (id === null) {
    sessionStorage.removeItem(key(competition))
    sessionStorage.removeItem(placeKey(competition))
  } else sessionStorage.setItem(key(competition), id)
}
