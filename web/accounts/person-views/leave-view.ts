import { api } from '#web/platform/api/portal-api.ts'
import { currentView, forgetView, openPersonOf } from '#web/platform/api/view.ts'

/** Back to the console. Without an answer the view ends by itself a little later. */
export async function leaveView(): Promise<void> {
  const view = currentView()
  if (!view) return
  forgetView()
  const params = { competition: view.competition, test_id: view.testId }
  await api('DELETE /admin/competitions/:competition/participants/:test_id/view', { params }).catch(() => {})
  openPersonOf(view)
}
