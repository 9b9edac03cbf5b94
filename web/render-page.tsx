import { text } from 'node:stream/consumers'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import type { PageData, RenderCover, RenderPage } from '#shared/app/pages/rendered-page.ts'
import { Cover } from '#web/app/chrome/Cover.tsx'
import { Portal } from '#web/app/Portal.tsx'
import { createPortalRouter } from '#web/app/router.tsx'
import { putStartData, type StartData } from '#web/app/start.ts'
import { queryClient } from '#web/platform/api/query-client.ts'

/** One page at a time, because the program has global state, as in a browser. */
let last: Promise<unknown> = Promise.resolve()

/** Built by `vite build --ssr` and loaded by server/app/pages. */
export const renderPage: RenderPage = (path, data) => {
  const drawn = last.then(() => draw(path, data))
  last = drawn.catch(() => {})
  return drawn
}

export const renderCover: RenderCover = (cover) => markupOf(<Cover {...cover} />)

async function draw(path: string, data: PageData): Promise<string | null> {
  queryClient.clear()
  putStartData(queryClient, data as StartData)
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { matches } = router.state
  // No match: the guards redirected the visitor.
  if (matches.length === 0 || matches.some(({ status }) => status !== 'success')) return null
  const html = await markupOf(<Portal router={router} />)
  queryClient.clear()
  return html
}

async function markupOf(page: ReactNode): Promise<string> {
  const faults: unknown[] = []
  const { prelude } = await prerenderToNodeStream(page, {
    // A boundary streamed after the page would need an inline script, which the content security policy refuses.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (fault) => void faults.push(fault),
  })
  const html = await text(prelude)
  // When a part failed, the browser renders the whole page instead.
  if (faults.length > 0) throw faults[0]
  return html
}
