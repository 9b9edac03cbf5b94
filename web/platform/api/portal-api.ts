import { commonWording } from '#shared/platform/api/common-wording.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { setBusy, setReached } from '#web/platform/messages/connection.ts'
import { type ApiKey, type Args, type Client, createClient } from './client.ts'
import { createRefresher } from './refresh.ts'
import { saveFile } from './save-file.ts'
import { createSession } from './session.ts'
import { currentView, forgetView, openPersonOf } from './view.ts'

/** `elsewhere`: the person logged out in another tab. */
type LossOfSession = 'ended' | 'elsewhere'
type Lost = (how: LossOfSession) => void
const lostListeners = new Set<Lost>()

/** An organiser in a view as a participant has no organiser's rights on the pages. */
export const session = createSession({
  instead() {
    const view = currentView()
    return view && { user_email: '', admin_permissions: [], test_id: view.testId }
  },
})

const channel = typeof document === 'undefined' ? null : new BroadcastChannel('session')
channel?.addEventListener('message', (event: MessageEvent<{ token: string | null }>) => {
  if (event.data.token === null) sessionLost('elsewhere')
  else session.set(event.data.token)
})

/** Gets a new token by the cookie; used at the start and after a 401. */
export const refreshSession = createRefresher({
  fetch: (...args) => fetch(...args),
  session,
  locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
  announce: (token) => channel?.postMessage({ token }),
  busy: setBusy,
})

/** Called when the session has ended. Drafts and stored text are kept. */
export function onSessionLost(listener: Lost): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}

function sessionLost(how: LossOfSession): void {
  // A session ends once: later news of its end must not disturb a person who is logging in again.
  if (session.token() === null) return
  session.set(null)
  for (const listener of lostListeners) listener(how)
}

/** Other tabs must stop showing the data of a person who logged out. */
export const announceLogout = (): void => channel?.postMessage({ token: null })

const client: Client = createClient({
  fetch: (...args) => fetch(...args),
  session,
  captcha: captchaToken,
  refresh: refreshSession,
  sessionLost: () => sessionLost('ended'),
  view: {
    id: () => currentView()?.id ?? null,
    over() {
      const view = currentView()
      forgetView()
      if (view) openPersonOf(view)
    },
  },
  reached: setReached,
  busy: setBusy,
  serverFailed: (failure, key) => {
    showBanner(commonWording.server_error)
    reportError(Object.assign(new Error(`${key}: ${failure.status}`), { requestId: failure.requestId }))
  },
})

/** The API by its contract: `api('POST /user/rules/:id', { params: { id }, body })`. */
export const api = client.call
export const apiFile = client.file
export const followApi = client.follow
export const serveAnswer = client.serve

/** Downloads a file from the API. */
export async function download<K extends ApiKey>(key: K, ...options: Args<K>): Promise<void> {
  const { blob, name } = await apiFile(key, ...options)
  saveFile(blob, name)
}
