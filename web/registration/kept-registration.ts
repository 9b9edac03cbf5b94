/** The server, which renders the first step, has no session storage. */
const read = (name: string) => (typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(name))

const key = (competition: string) => `registration:${competition}`

/** The id of an unfinished registration is kept in this tab; the answers are on the server. */
export const keptRegistration = (competition: string): string | null => read(key(competition))

const placeKey = (competition: string) => `registration-place:${competition}`

/** The open step, so that a reload opens it again. */
export const keptStep = (competition: string): string | null => read(placeKey(competition))

export const keepStep = (competition: string, step: string): void => sessionStorage.setItem(placeKey(competition), step)

const givenKey = (competition: string) => `registration-given:${competition}`

/** The choices of the consents step, so that a reload keeps them. */
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
