import { type ReactNode, useEffect, useRef } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './Refusal.module.css'

interface RefusalProps {
  /** The server's answer, or a text of the page itself. */
  error: unknown
  children?: ReactNode
}

/**
 * Why a hand-in failed. It scrolls into view and takes the focus, because the button is far below it. Give it a new
 * `key` for each attempt, because the text may be the same twice.
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
