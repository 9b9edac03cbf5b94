import type { QueryClient } from '@tanstack/react-query'
import type { Answer, Client } from '#web/platform/api/client.ts'
import type { Session } from '#web/platform/api/session.ts'
import { type ServedRegistration, serveRegistration } from '#web/registration/served-registration.ts'

export type AppConfig = Answer<'GET /app/config'>

/** What the server has put into the page, so that the first calls need no round trip. */
export interface StartData {
  config: AppConfig
  competitions: Answer<'GET /competitions'> | null
  registration?: ServedRegistration
  may_refresh: boolean
}

export interface StartWorld {
  api: Client['call']
  session: Session
  refresh: () => Promise<'refreshed' | 'refused' | 'unreachable'>
  queryClient: QueryClient
  startData: StartData | null
}

/** Shown with status 500 when the portal cannot be started. */
export class StartFailed extends Error {
  constructor(cause: unknown) {
    super('Failed to initialize app', { cause })
  }
}

/**
 * The order of the start: the configuration, the token, then what belongs to the person or, logged out, the public list.
 * What the server has already put into the page is not asked for again.
 */
export async function start({ api, session, refresh, queryClient, startData }: StartWorld): Promise<void> {
  try {
    queryClient.setQueryData(['config'], startData?.config ?? (await api('GET /app/config')))
    const outcome = startData?.may_refresh === false ? 'refused' : await refresh()
    if (outcome === 'unreachable') throw new Error('no answer to the refresh')
    if (session.token() !== null) {
      const [own, profile] = await Promise.all([api('GET /user/competitions'), api('GET /user/profile')])
      queryClient.setQueryData(['competitions'], own.competitions)
      queryClient.setQueryData(['profile'], profile)
    } else {
      const list = startData?.competitions ?? (await api('GET /competitions'))
      queryClient.setQueryData(['competitions'], list.competitions)
      serveRegistration(startData?.registration ?? null)
    }
  } catch (error) {
    throw new StartFailed(error)
  }
}

/** What the server knows when it draws a page for a visitor: the same as the browser finds in the page. */
export function putStartData(queryClient: QueryClient, { config, competitions, registration }: StartData): void {
  queryClient.setQueryData(['config'], config)
  if (competitions) queryClient.setQueryData(['competitions'], competitions.competitions)
  serveRegistration(registration ?? null)
}

/** Reads the page's own start data; null where the page was built without the server. */
export function startDataOf(page: Pick<Document, 'getElementById'>): StartData | null {
  const text = page.getElementById('start-data')?.textContent
  return text ? (JSON.parse(text) as StartData) : null
}
