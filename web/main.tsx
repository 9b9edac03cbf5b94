import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/platform/ui/foundation.css'
import '#web/themes/themes.ts'
import { createPortalRouter } from '#web/app/router.tsx'
import { StartFailedPage } from '#web/app/StartFailedPage.tsx'
import { scrollToPlace } from '#web/app/scroll.ts'
import { start, startDataOf } from '#web/app/start.ts'
import { rememberStagePage, stageCodeOf } from '#web/app/visited-stage.ts'
import { api, onSessionLost, refreshSession, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { watchFaults } from '#web/platform/messages/tell-fault.ts'

watchFaults()
const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const root = createRoot(place)
const router = createPortalRouter()

router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
  const last = router.state.matches.at(-1)
  rememberStagePage(stageCodeOf(last?.staticData.name ?? '', last?.params ?? {}, queryClient))
  if (pathChanged || toLocation.hash) requestAnimationFrame(() => scrollToPlace(toLocation.hash))
})

onSessionLost(() => {
  const config = queryClient.getQueryData(['config'])
  queryClient.clear()
  queryClient.setQueryData(['config'], config)
  showBanner('Сеанс завершён. Войдите ещё раз: введённое сохранено', 'info')
  void router.navigate({ to: '/' })
})

try {
  await start({ api, session, refresh: refreshSession, queryClient, startData: startDataOf(document) })
  // The first page is put together before it is shown, so that it never flashes empty.
  await router.load()
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
} catch (error) {
  reportError(error)
  root.render(<StartFailedPage />)
}
