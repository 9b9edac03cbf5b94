import { announceLogout, api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { saveOpenDrafts } from '#web/platform/drafts/open-drafts.ts'

/** Saves what is being typed, ends the session, forgets everything about the person and starts again at the root. */
export async function logOut(): Promise<void> {
  await saveOpenDrafts()
  // Without an answer of the server the browser still forgets; the session then ends by itself.
  await api('POST /auth/logout').catch(() => {})
  localStorage.clear()
  session.set(null)
  queryClient.clear()
  announceLogout()
  window.location.assign('/')
}
