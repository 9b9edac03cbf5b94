import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './ColourField.module.css'

type ColourFieldProps = ComponentPropsWithRef<'div'> & {
  /** The competition's drawing, from its look; drawn behind and hidden from a screen reader. */
  backdrop?: ReactNode
  as?: 'div' | 'header' | 'section'
}

/** The strong field with the glow of the accent. What stands on it is light: use `--on-field`, Button kind `field`. */
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
