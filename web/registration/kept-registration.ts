/** The server, which draws the first step, has no tab to look into. */
const read = (name: string) => (typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(name))

const key = (competition: string) => `registration:${competition}`

/** The number of an unfinished registration lives as long as the tab; what was answered stays on the server. */
export const keptRegistration = (competition: string): string | null => read(key(competition))

const placeKey = (competition: string) => `registration-place:${competition}`

/** The step that was open, so that a reload opens it again. */
export const keptStep = (competition: string): string | null => read(placeKey(competition))

export const keepStep = (competition: string, step: string): void => sessionStorage.setItem(placeKey(competition), step)

const givenKey = (competition: string) => `registration-given:${competition}`

/** What was chosen and ticked at the step of the consents, so that a reload takes none of it away. */
export function keptGiven(competition: string): unknown {
  try {
    return JSON.parse(read(givenKey(competition)) ?? 'null')
  } catch {
    return null
  }
}

export const keepGiven = (competition: string, given: object): void =>
  sessionStorage.setItem(givenKey(competition), JSON.stringify(given))

export function keepRegistration(competition: string, id: string | null): void {
  if (id === null) {
    sessionStorage.removeItem(key(competition))
    sessionStorage.removeItem(placeKey(competition))
    sessionStorage.removeItem(givenKey(competition))
  } else sessionStorage.setItem(key(competition), id)
}
