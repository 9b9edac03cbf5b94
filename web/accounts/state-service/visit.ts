import { tabStorage } from '#web/platform/tab-storage.ts'

/**
 * What a visit to the state service leaves for the pages that follow it. The browser left the portal meanwhile, so the
 * wanted page is in the storage of the tab; what the service answered is in memory, for the login page.
 */
const key = 'state-service-place'

interface Answered {
  /** Set when one login with the password links the person whom the service has identified. */
  linking?: string
  failure?: unknown
}

let answered: Answered | null = null

export const lastAnswer = (): Answered | null => answered
export const setAnswer = (next: Answered | null): void => {
  answered = next
}

export const leavePlace = (place: string): void => tabStorage.keep(key, place)

/** The path from which the visit began, once; null in another tab. The caller must check it. */
export function takePlace(): string | null {
  const place = tabStorage.read(key)
  tabStorage.forget(key)
  return place
}
