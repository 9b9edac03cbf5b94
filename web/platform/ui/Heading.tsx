import type { ComponentPropsWithRef } from 'react'
import styles from './Heading.module.css'

type HeadingProps = ComponentPropsWithRef<'h1'> & {
  /** The level in the document. */
  level: 1 | 2 | 3 | 4
  /** The size, when it differs from the level; `hero` is for the colour field. */
  size?: 'hero' | 1 | 2 | 3 | 4
}

export function Heading({ level, size = level, className = '', ...rest }: HeadingProps) {
  const Element = `h${level}` as const
  return <Element {...rest} className={`${styles.heading} ${styles[`size-${size}`]} ${className}`} />
}
