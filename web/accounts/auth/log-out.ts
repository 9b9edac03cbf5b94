import { saveDraftsOfAllTabs } from '#web/forms/drafts/open-drafts.ts'
import { draftMirror } from '#web/forms/drafts/use-draft.ts'
import { announceLogout, api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { currentView } from '#web/platform/api/view.ts'
import { forgetDoors, hasDoorHost } from './door-host.ts'
import { askBeforeLeaving } from './leaving.ts'

/** Saves what is being typed, and asks first when something exists only in this browser. */
export async function askToLogOut(): Promise<void> {
  // For an organiser in a person view, «Выход» ends the view and returns to their own account.
  if (currentView()) return (await import('#web/accounts/person-views/leave-view.ts')).leaveView()
  await saveDraftsOfAllTabs()
  const more = await draftMirror.holdsMore(session.claims()?.test_id ?? 0).catch(() => false)
  const marks = hasDoorHost() && (await holdsMarks().catch(() => true))
  if (more || marks) askBeforeLeaving(true)
  else await logOut()
}

/** Whether marks made at a door wait in this browser to be sent. */
const holdsMarks = async () => (await import('./door-store.ts')).holdsUnsentMarks()

/** Ends the session, removes all data of the person and starts again at the root. */
export async function logOut(): Promise<void> {
  // Even without an answer the browser forgets the session, which then expires by itself.
  await api('POST /auth/logout').catch(() => {})
  const stoodAtDoor = hasDoorHost()
  try {
    localStorage.clear()
  } catch {
    // Nothing was stored.
  }
  if (stoodAtDoor) await forgetDoors()
  session.set(null)
  queryClient.clear()
  announceLogout()
  window.location.assign('/')
}
