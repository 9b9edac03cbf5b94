import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { releaseEarlyPress } from './early-press.ts'
import styles from './PageHeading.module.css'

const portalName = 'Конкурсы лидеров'

/** Shown in the browser's tab and read out first. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} — ${portalName}`
  }, [title])
}

/** The address whose heading has had the focus; the very first page is read from its top by itself. */
let announced = typeof window === 'undefined' ? '' : window.location.pathname
/** The address at which the person has gone into the page before its heading came. */
let entered = ''
/** The heading that had the focus has gone, and the next of the same page stands for it. */
let lost = false

if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('main')) entered = window.location.pathname
  })

/** Once for each address, however late the heading comes; but nobody is called back from where they have gone by then. */
function announce(heading: HTMLHeadingElement | null): void {
  const { pathname } = window.location
  const elsewhere = entered === pathname && document.activeElement?.closest('main') != null
  const fresh = announced !== pathname
  if (!fresh && !lost) return
  announced = pathname
  lost = false
  if (!elsewhere) heading?.focus({ preventScroll: true })
}

interface PageHeadingProps {
  title: string
  /** When the heading says more than the title of the tab. */
  children?: ReactNode
  size?: 'hero' | 1 | 2
  className?: string
}

/** The page's h1: names the tab and takes the focus when the page opens, so that a screen reader begins here. */
export function PageHeading({ title, children, size = 1, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  // The heading comes to life in one go with the page that it stands on.
  useEffect(releaseEarlyPress, [])
  // A heading that stays for the next page has another title. It is gone with the focus before it leaves the document,
  // and so is one that is hidden while what stands below it is waited for.
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
