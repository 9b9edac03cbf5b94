import { tabStorage } from '#web/platform/tab-storage.ts'

const key = (competition: string) => `registration:${competition}`

/** The id of an unfinished registration is kept in this tab; the answers are on the server. */
export const keptRegistration = (competition: string): string | null => tabStorage.read(key(competition))

const placeKey = (competition: string) => `registration-place:${competition}`

/** The open step, so that a reload opens it again. */
export const keptStep = (competition: string): string | null => tabStorage.read(placeKey(competition))

export const keepStep = (competition: string, step: string): void => tabStorage.keep(placeKey(competition), step)

const givenKey = (competition: string) => `registration-given:${competition}`

/** The choices of the consents step, so that a reload keeps them. */
export function keptGiven(competition: string): unknown {
  try {
    return JSON.parse(tabStorage.read(givenKey(competition)) ?? 'null')
  } catch {
    return null
  }
}

export const keepGiven = (competition: string, given: object): void =>
  tabStorage.keep(givenKey(competition), JSON.stringify(given))

export function keepRegistration(competition: string, id: string | null): void {
  if (id === null) {
    tabStorage.forget(key(competition))
    tabStorage.forget(placeKey(competition))
    tabStorage.forget(givenKey(competition))
  } else tabStorage.keep(key(competition), id)
}
