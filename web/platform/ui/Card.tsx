import type { ComponentPropsWithRef } from 'react'
import styles from './Card.module.css'

type CardProps = ComponentPropsWithRef<'div'> & {
  /** `press` for a card with one stretched link: it rises on hover. */
  look?: 'plain' | 'press' | 'sunken'
  as?: 'div' | 'section' | 'article' | 'li'
}

/** White with a thin border. A link with `data-stretch` inside makes the whole card clickable. */
export function Card({ look = 'plain', as = 'div', className = '', ...rest }: CardProps) {
  const Element = as as 'div'
  return <Element {...rest} className={`${styles.card} ${styles[look] ?? ''} ${className}`} />
}
