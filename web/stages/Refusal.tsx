import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './Refusal.module.css'

interface RefusalProps {
  /** What the server answered, or words of the page itself. */
  error: unknown
  children?: ReactNode
}

/**
 * Why a hand-in did not go through. It comes into view and takes the focus: the button stands far below it. Give it a
 * `key` that changes where the same words may be said twice in a row.
 */
export function Refusal({ error, children }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} className={styles.refusal} tabIndex={-1}>
      <Notice tone="danger" role="alert" title={typeof error === 'string' ? error : failureText(error)}>
        {children}
      </Notice>
    </div>
  )
}
