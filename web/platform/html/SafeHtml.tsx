import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { CleanHtml } from './sanitise.ts'

type Sanitise = (html: string) => CleanHtml
let loaded: Sanitise | null = null

/** Fetches the sanitiser ahead of the text, as a page's loader does, so that the text never comes late. */
export async function loadSanitiser(): Promise<void> {
  loaded ??= (await loadChunk(() => import('./sanitise.ts'))).sanitise
}

/** Text with markup from the server: cleaned in the browser too, whatever the server did. The one way to show HTML. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const [sanitise, setSanitise] = useState<Sanitise | null>(() => loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (sanitise) return
    loadSanitiser().then(
      () => setSanitise(() => loaded),
      () => setFailed(true),
    )
  }, [sanitise])
  const router = useRouter({ warn: false })
  const clean = useMemo(() => sanitise?.(html), [sanitise, html])
  if (failed) return <p role="alert">Не удалось показать текст. Обновите страницу</p>
  if (clean === undefined) return <Skeleton lines={4} label="Готовим текст" />
  return (
    <Prose
      html={clean}
      className={className ?? ''}
      onClick={(event) => {
        const place = ownPlace(event)
        // A test or a gallery shows text without a router; then a link is a link.
        if (place === null || !router) return
        event.preventDefault()
        void router.navigate({ href: place })
      }}
    />
  )
}

/** What the server itself answers, and «//», which is no page of ours. */
const served = /^\/(api|view|assets|dev)?\//

/** Where a plain click on a link leads, if to a page of ours: such a page opens without loading everything anew. */
function ownPlace(event: MouseEvent): string | null {
  const link = (event.target as Element).closest('a[href]') as HTMLAnchorElement | null
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!link || !plain || event.defaultPrevented || link.origin !== location.origin) return null
  const { pathname, search, hash } = link
  const within = pathname === location.pathname && search === location.search && hash !== ''
  return within || served.test(pathname) ? null : pathname + search + hash
}
