import { type ReactNode, useEffect, useRef } from 'react'
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
  useEffect(() => {
    if (announced === window.location.pathname) return
    announced = window.location.pathname
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Heading level={1} size={size} ref={heading} tabIndex={-1} className={`${styles.heading} ${className ?? ''}`}>
      {children ?? title}
    </Heading>
  )
}
