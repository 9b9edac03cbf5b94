import type { Answer } from '#web/platform/api/client.ts'
import { keptRegistration } from './kept-registration.ts'

export interface ServedRegistration {
  code: string
  notify: Answer<'GET /registration/:code/notify'>
  form: Answer<'GET /registration/:code/form'>
}

let served: ServedRegistration | null = null

/** Keeps what came with the page until the page of registration is on the screen; later visits ask anew. */
export const serveRegistration = (registration: ServedRegistration | null): void => {
  served = registration
}

/** What came with the page, unless this tab goes on with a registration that the server cannot know of. */
export function servedRegistration(competition: string) {
  const unfinished = keptRegistration(competition) !== null
  if (served?.code !== competition || unfinished) return undefined
  return { notify: served.notify, form: served.form, resumed: null }
}
