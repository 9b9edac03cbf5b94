import { type ReactNode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/platform/ui/foundation.css'
import '#web/seasons/themes/themes.ts'
import { closeDoors, keptDoorHost } from '#web/accounts/auth/door-host.ts'
import { wantPlace } from '#web/accounts/auth/wanted-place.ts'
import { loadChrome } from '#web/app/chrome/late-chrome.ts'
import { entranceNames } from '#web/app/guards/authenticated.ts'
import { guardKeptPage } from '#web/app/kept-page.ts'
import { Portal } from '#web/app/Portal.tsx'
import { createPortalRouter } from '#web/app/router.tsx'
import { StartFailedPage } from '#web/app/StartFailedPage.tsx'
import { currentPlace, scrollToPlace, watchFirstMovement } from '#web/app/scroll.ts'
import { start, startDataOf } from '#web/app/start.ts'
import { rememberPage } from '#web/app/visited-page.ts'
import { api, onSessionLost, refreshSession, serveAnswer, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { watchFaults } from '#web/platform/messages/report-fault.ts'
import { releaseEarlyPress } from '#web/platform/navigation/early-press.ts'
import { notePlace, placeAtLeaving } from '#web/platform/navigation/place-at-leaving.ts'

watchFaults()
watchFirstMovement()
guardKeptPage({ session, refresh: refreshSession, reload: () => location.reload() })
const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const router = createPortalRouter()

router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
  const step = fromLocation?.state.__TSR_key
  // Not when the same step is loaded again.
  if (step !== toLocation.state.__TSR_key) notePlace(step, currentPlace())
})

router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
  const last = router.state.matches.at(-1)
  rememberPage({ type: last?.staticData.stageType, ...last?.params })
  const isFirstPage = !fromLocation
  // Only Back and Forward come to a step from another one. A link to the open address stays on its step.
  const step = toLocation.state.__TSR_key
  const atLeaving = fromLocation?.state.__TSR_key === step ? undefined : placeAtLeaving(step)
  // Another page of a list is no reason to go to the place that the hash names.
  const isAsking = fromLocation && !pathChanged && fromLocation.searchStr !== toLocation.searchStr
  if ((pathChanged && !isFirstPage) || (toLocation.hash && !isAsking))
    requestAnimationFrame(() => scrollToPlace(toLocation.hash, isFirstPage, atLeaving))
})

onSessionLost((how) => {
  closeDoors()
  // A person who is logging in or registering stays there, with what is typed.
  if (entranceNames.includes(router.state.matches.at(-1)?.staticData.name ?? '')) return
  const config = queryClient.getQueryData(['config'])
  queryClient.clear()
  queryClient.setQueryData(['config'], config)
  // After the login the form that was open opens again.
  wantPlace(router.state.location.href)
  showBanner(lossInWords[how], 'info')
  void router.navigate({ to: '/' })
})

const lossInWords = {
  ended: 'Сеанс завершён. Войдите ещё раз: введённое сохранено',
  elsewhere: 'Вы вышли из портала в другой вкладке',
}

// No await at the top of a module: the bundler would then cut the program into more files than it needs.
void open(place)

async function open(place: HTMLElement): Promise<void> {
  try {
    const started = start({
      api,
      serve: serveAnswer,
      path: location.pathname,
      session,
      refresh: refreshSession,
      queryClient,
      startData: startDataOf(document),
      doorHost: keptDoorHost,
    })
    // While the session is renewed, the code of the frame in which the page will be shown is loaded.
    if (startDataOf(document)?.may_refresh === true) void loadChrome().catch(() => undefined)
    await started
    if (session.token() === null) closeDoors()
    // The first page is put together before it is shown, so that it never flashes empty.
    await router.load()
    if (isServed(place)) {
      // The router then draws the same boundaries as it did on the server.
      router.ssr = { manifest: undefined }
      hydrateRoot(place, <Portal router={router} />, { onRecoverableError: reportError })
    } else draw(<Portal router={router} />)
  } catch (error) {
    reportError(error)
    draw(<StartFailedPage />)
  }
}

/** Whether the server rendered the page that the router has opened. */
function isServed(drawn: HTMLElement): boolean {
  const { location, matches } = router.state
  const plain = document.documentElement.dataset.served === 'no'
  return !plain && drawn.dataset.served === location.pathname && matches.every(({ status }) => status === 'success')
}

function draw(page: ReactNode): void {
  const { dataset } = document.documentElement
  if (dataset.served === 'no') place?.replaceChildren()
  delete dataset.served
  const root = createRoot(place as HTMLElement)
  // React puts the page together in slices, so that a slow phone does not stop for it.
  startTransition(() => root.render(<Drawn>{page}</Drawn>))
}

/** Until the page is drawn, the server's rendering is still on the screen and must not be pressed. */
function Drawn({ children }: { children: ReactNode }) {
  useEffect(releaseEarlyPress, [])
  return children
}
