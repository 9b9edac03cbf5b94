import { Outlet, useMatches } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useState } from 'react'
import { entranceNames } from '#web/app/guards/authenticated.ts'
import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { counters } from '#web/platform/navigation/counters.ts'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { rememberCompetition, useCompetition, useLookCompetition } from '#web/seasons/competitions/queries.ts'
import { applyLookToHead } from '#web/seasons/themes/apply-look-to-head.ts'
import { applyLook, coloursOf, loadLook, lookOf } from '#web/seasons/themes/themes.ts'
import { Banners } from './Banners.tsx'
import styles from './ChromeFrame.module.css'
import { LoadingBar } from './LoadingBar.tsx'
import { Footer, Header, InviteNotice } from './late-chrome.ts'

/** Pages where nobody is in the middle of a task, so a notice disturbs nobody. */
const lookAround: readonly string[] = ['competition', 'competition-track']

/** Everything around a page: the look, the header, the footer and the messages. */
export function ChromeFrame() {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? '' })
  // An error is shown inside the frame, also on the login pages.
  const failed = useMatches({ select: (matches) => matches.some(({ status }) => status === 'error') })
  const competition = useLookCompetition()
  const named = useCompetition()?.code
  const look = lookOf(competition)
  const colours = coloursOf(competition)
  const loggedIn = useLoggedIn()
  const code = competition?.code
  useLayoutEffect(() => {
    applyLook(colours)
    applyLookToHead(code)
  }, [colours, code])
  useEffect(() => {
    if (named) rememberCompetition(named)
  }, [named])
  const Visits = useVisits()
  const above = (
    <>
      <SkipLink />
      <LoadingBar />
      <Banners />
    </>
  )
  if (entranceNames.includes(name) && !failed)
    return (
      <>
        {above}
        <Outlet />
        {Visits && <Visits />}
      </>
    )
  return (
    <>
      {above}
      <Suspense fallback={null}>
        <PageFrame
          look={look}
          header={
            <Suspense fallback={<div className={styles.headerPlace} data-band />}>
              <Header look={look} colours={colours} />
            </Suspense>
          }
          footer={
            <Suspense fallback={null}>
              <Footer colours={colours} />
            </Suspense>
          }
        >
          <Outlet />
          {look === 'ru_season_5' && named && loggedIn && lookAround.includes(name) && (
            <Suspense fallback={null}>
              <InviteNotice competition={named} />
            </Suspense>
          )}
        </PageFrame>
      </Suspense>
      {Visits && <Visits />}
    </>
  )
}

/** The component that counts visits, on a portal with counters. When it cannot be loaded, the page works without it. */
function useVisits(): ComponentType | null {
  const [Visits, setVisits] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (counters())
      import('#web/app/visits/Visits.tsx').then(
        (loaded) => setVisits(() => loaded.Visits),
        () => {},
      )
  }, [])
  return Visits
}

type PageFrameProps = { look: string; header: ReactNode; footer: ReactNode; children: ReactNode }

/** The layout of the competition; the router loads it before it opens the page. */
function PageFrame({ look, ...slots }: PageFrameProps) {
  const { Layout } = use(loadLook(look))
  return <Layout kind="page" {...slots} />
}
