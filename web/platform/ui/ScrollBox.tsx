import type { ReactNode } from 'react'
import styles from './ScrollBox.module.css'

interface ScrollBoxProps {
  /** Read out when it gets the focus: what is in it. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A wide table or drawing that scrolls sideways in its own box, by keyboard too. */
export function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section className={`${styles.box} ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
