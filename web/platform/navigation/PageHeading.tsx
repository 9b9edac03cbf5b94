import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { releaseEarlyPress } from './early-press.ts'
import styles from './PageHeading.module.css'

const portalName = 'Конкурсы лидеров'

/** Shown in the browser tab and read first by screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} — ${portalName}`
  }, [title])
}

/** The address whose heading has had the focus. The very first page is read from the top anyway. */
let announced = typeof window === 'undefined' ? '' : window.location.pathname
/** The address at which the person moved the focus before the heading appeared. */
let entered = ''
/** The focused heading was removed; the next one of the same page replaces it. */
let lost = false

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('main')) entered = window.location.pathname
  })

/**
 * Focuses the heading once per address, however late it appears, unless the person has moved the focus meanwhile or
 * has opened a menu of the header, which would close with the focus.
 */
function announce(heading: HTMLHeadingElement | null): void {
  const { pathname } = window.location
  const inMain = entered === pathname && document.activeElement?.closest('main') != null
  const elsewhere = inMain || document.querySelector('header [aria-expanded="true"]') !== null
  const fresh = announced !== pathname
  if (!fresh && !lost) return
  announced = pathname
  lost = false
  if (!elsewhere) heading?.focus({ preventScroll: true })
}

interface PageHeadingProps {
  title: string
  /** When the heading has more than the title of the tab. */
  children?: ReactNode
  size?: 'hero' | 1 | 2
  className?: string
}

/**
 * The page's h1. Sets the title of the tab and takes the focus when the page opens, so that screen readers start here.
 */
export function PageHeading({ title, children, size = 1, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  // The heading is hydrated together with its page.
  useEffect(releaseEarlyPress, [])
  // Runs again for another title, because the next page may keep the element. A layout effect still sees the focus
  // before the heading leaves the document, or is hidden while the content below it is loading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const shown = heading.current
    announce(shown)
    return () => {
      lost = document.activeElement === shown
    }
  }, [title])
  return (
    <Heading level={1} size={size} ref={heading} tabIndex={-1} className={`${styles.heading} ${className ?? ''}`}>
      {children ?? title}
    </Heading>
  )
}
