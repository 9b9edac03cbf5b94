import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { isPlainClick } from '#web/platform/navigation/is-plain-click.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { CleanHtml } from './sanitise.ts'

type Sanitise = (html: string) => CleanHtml
let loaded: Sanitise | null = null

/** Loads the sanitiser ahead, as a page's loader does, so that the text is not delayed. */
export async function loadSanitiser(): Promise<void> {
  loaded ??= (await loadChunk(() => import('./sanitise.ts'))).sanitise
}

/** HTML from the server, cleaned again in the browser. The only way to show HTML. */
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
        // Tests and the gallery show text without a router; links are then plain.
        if (place === null || !router) return
        event.preventDefault()
        void router.navigate({ href: place })
      }}
    />
  )
}

/** Paths that the server itself answers, and «//», which leaves the portal. */
const served = /^\/(api|view|assets|dev)?\//

/** The page of the portal that a plain click on a link opens without a full load; null for other links and clicks. */
function ownPlace(event: MouseEvent): string | null {
  const link = (event.target as Element).closest('a[href]') as HTMLAnchorElement | null
  if (!link || !isPlainClick(event) || event.defaultPrevented || link.origin !== location.origin) return null
  const { pathname, search, hash } = link
  return served.test(pathname) ? null : pathname + search + hash
}
