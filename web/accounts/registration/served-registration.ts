import type { Answer } from '#web/platform/api/client.ts'

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

/** The data that came with the page of this competition. */
export const servedRegistration = (competition: string): ServedRegistration | null =>
  served?.code === competition ? served : null
