import type { Answer } from '#web/platform/api/client.ts'
import { keptRegistration } from './kept-registration.ts'

export interface ServedRegistration {
  code: string
  notify: Answer<'GET /registration/:code/notify'>
  form: Answer<'GET /registration/:code/form'>
}

let served: ServedRegistration | null = null

/** Keeps the data that came with the page until the registration page is shown; later visits load it again. */
export const serveRegistration = (registration: ServedRegistration | null): void => {
  served = registration
}

/** The data that came with the page, unless this tab continues a registration, which the server cannot know. */
export function servedRegistration(competition: string) {
  const unfinished = keptRegistration(competition) !== null
  if (served?.code !== competition || unfinished) return undefined
  return { notify: served.notify, form: served.form, resumed: null }
}
