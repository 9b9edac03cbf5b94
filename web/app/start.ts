import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#web/accounts/profile/queries.ts'
import { type ServedRegistration, serveRegistration } from '#web/accounts/registration/served-registration.ts'
import type { Answer, Client } from '#web/platform/api/client.ts'
import { type Session, unconfirmed } from '#web/platform/api/session.ts'

type AppConfig = Answer<'GET /app/config'>

/** Data that the server put into the page, so that the first calls need no round trip. */
export interface StartData {
  config: AppConfig
  competitions: Answer<'GET /competitions'> | null
  registration?: ServedRegistration
  may_refresh: boolean
}

interface StartWorld {
  api: Client['call']
  serve: Client['serve']
  /** The path of the page that is opened. */
  path: string
  session: Session
  refresh: () => Promise<'refreshed' | 'refused' | 'unreachable'>
  queryClient: QueryClient
  startData: StartData | null
  /** The host at the door of this path, as kept on the device; null for every other page. */
  doorHost?: (path: string) => Profile | null
}

/** Shown with status 500 when the portal cannot start. */
export class StartFailed extends Error {
  constructor(cause: unknown) {
    super('Failed to initialize app', { cause })
  }
}

/**
 * The order of the start: settings, token, then the person's data or, without a login, the public list. What the server
 * already put into the page is not requested again. The door of an event opens without any of it, for the person who
 * has opened it on this device.
 */
export async function start(world: StartWorld): Promise<void> {
  const { api, serve, path, session, refresh, queryClient, startData, doorHost = () => null } = world
  try {
    queryClient.setQueryData(['config'], startData?.config ?? (await api('GET /app/config')))
    const outcome = startData?.may_refresh === false ? 'refused' : await refresh()
    if (outcome === 'unreachable') {
      const host = doorHost(path)
      if (!host) throw new Error('no answer to the refresh')
      session.set(unconfirmed)
      // Both count as old, so they are loaded again as soon as there is a session.
      const ofOld = { updatedAt: 0 }
      queryClient.setQueryData(['profile'], host, ofOld)
      queryClient.setQueryData(['competitions'], startData?.competitions?.competitions ?? [], ofOld)
      return
    }
    if (session.token() !== null) {
      const [competition_code, track] = path.split('/').filter(Boolean)
      const own = await api('GET /user/start', { query: { competition_code, track } })
      queryClient.setQueryData(['competitions'], own.competitions.competitions)
      queryClient.setQueryData(['profile'], own.profile)
      if (own.track && competition_code) {
        serve('GET /user/tracks', { query: { competition_code } }, own.track.tracks)
        serve('GET /user/user-stages', { query: { competition_code, track } }, own.track.stages)
        serve('GET /offline_events', { query: { competition_code, limit: 10, offset: 0 } }, own.track.events)
      }
    } else {
      const list = startData?.competitions ?? (await api('GET /competitions'))
      queryClient.setQueryData(['competitions'], list.competitions)
      serveRegistration(startData?.registration ?? null)
    }
  } catch (error) {
    throw new StartFailed(error)
  }
}

/** What the server knows when it renders a page for a visitor, the same as the browser finds in the page. */
export function putStartData(queryClient: QueryClient, { config, competitions, registration }: StartData): void {
  queryClient.setQueryData(['config'], config)
  if (competitions) queryClient.setQueryData(['competitions'], competitions.competitions)
  serveRegistration(registration ?? null)
}

/** Reads the start data of the page; null when the page was not rendered by the server. */
export function startDataOf(page: Pick<Document, 'getElementById'>): StartData | null {
  const text = page.getElementById('start-data')?.textContent
  return text ? (JSON.parse(text) as StartData) : null
}
