import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './ColourField.module.css'

type ColourFieldProps = ComponentPropsWithRef<'div'> & {
  /** The competition's drawing, shown behind the content and hidden from screen readers. */
  backdrop?: ReactNode
  as?: 'div' | 'header' | 'section'
}

/** The strong colour field with an accent glow. Its content is light: use `--on-field` and the button kind `field`. */
export function ColourField({ backdrop, as: Element = 'div', className = '', children, ...rest }: ColourFieldProps) {
  return (
    <Element {...(rest as ComponentPropsWithRef<'div'>)} className={`${styles.field} ${className}`} data-field>
      {backdrop && (
        <div className={styles.backdrop} aria-hidden="true" data-decoration>
          {backdrop}
        </div>
      )}
      {children}
    </Element>
  )
}
