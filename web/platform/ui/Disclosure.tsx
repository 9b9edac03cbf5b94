import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'
import { withMoments } from './Moments.tsx'

interface DisclosureProps {
  /** The words that open it. */
  says: ReactNode
  /** It starts open. */
  open?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A table or a text that few people read, below its words: the browser opens and closes it, also for a search. */
export function Disclosure({ says, open, className, children }: DisclosureProps) {
  return (
    <details className={className} open={open}>
      <summary className={styles.summary}>
        <span>{withMoments(says)}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
