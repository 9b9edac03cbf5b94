import { announceLogout, api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { saveDraftsOfAllTabs } from '#web/platform/drafts/open-drafts.ts'
import { draftMirror } from '#web/platform/drafts/use-draft.ts'
import { askBeforeLeaving } from './leaving.ts'

/** Saves what is being typed, and asks first where something would be lost with this browser's memory. */
export async function askToLogOut(): Promise<void> {
  await saveDraftsOfAllTabs()
  const more = await draftMirror.holdsMore(session.claims()?.test_id ?? 0).catch(() => false)
  if (more) askBeforeLeaving(true)
  else await logOut()
}

/** Ends the session, forgets everything about the person and starts again at the root. */
export async function logOut(): Promise<void> {
  // Without an answer of the server the browser still forgets; the session then ends by itself.
  await api('POST /auth/logout').catch(() => {})
  localStorage.clear()
  session.set(null)
  queryClient.clear()
  announceLogout()
  window.location.assign('/')
}
