import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { entranceNames } from '#web/app/guards/authenticated.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { useCompetition } from '#web/competitions/queries.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { applyLook } from '#web/themes/themes.ts'
import { Banners } from './Banners.tsx'
import styles from './ChromeFrame.module.css'
import { LoadingBar } from './LoadingBar.tsx'

// The entrance has no header, so its first load does not pay for one.
const Header = lazy(() => loadChunk(async () => ({ default: (await import('./Header.tsx')).Header })))
const Footer = lazy(() => loadChunk(async () => ({ default: (await import('./Footer.tsx')).Footer })))
const InviteNotice = lazy(() => loadChunk(async () => ({ default: (await import('./InviteNotice.tsx')).InviteNotice })))

/** Everything around a page: the look, the header, the footer, and the messages above it. */
export function ChromeFrame() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? '' })
  const competition = useCompetition()
  const look = competition?.theme ?? 'default'
  const loggedIn = useLoggedIn()
  useEffect(() => applyLook(look), [look])
  if (entranceNames.includes(name)) {
    return (
      <>
        <SkipLink />
        <LoadingBar />
        <Banners />
        <Outlet />
      </>
    )
  }
  return (
    <div className={styles.frame}>
      <SkipLink />
      <LoadingBar />
      <Banners />
      <Suspense fallback={<div className={styles.headerPlace} />}>
        <Header look={look} />
      </Suspense>
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
        {competition?.layout === 'ru_season_5' && loggedIn && <InviteNotice competition={competition.code} />}
      </Suspense>
    </div>
  )
}
