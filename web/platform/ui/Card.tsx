import type { ComponentPropsWithRef } from 'react'
import styles from './Card.module.css'

type CardProps = ComponentPropsWithRef<'div'> & {
  /** `press` for a card that holds one stretched link: it lifts under the pointer. */
  look?: 'plain' | 'press' | 'sunken'
  as?: 'div' | 'section' | 'article' | 'li'
}

/** White, thin border. A link with `data-stretch` inside makes the whole card its target. */
export function Card({ look = 'plain', as = 'div', className = '', ...rest }: CardProps) {
  const Element = as as 'div'
  return <Element {...rest} className={`${styles.card} ${styles[look]} ${className}`} />
}
