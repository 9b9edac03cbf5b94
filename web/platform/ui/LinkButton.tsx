import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { type ButtonKind, type ButtonSize, buttonClass } from './button-class.ts'

export type LinkButtonProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: ReactNode
  wide?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link that looks like a button. Takes all anchor props, so the router's `createLink(LinkButton)` works. */
export function LinkButton({ kind, size, icon, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass(kind, size, wide, className)}>
      <span className={styles.content}>
        {icon}
        {children}
      </span>
    </a>
  )
}
