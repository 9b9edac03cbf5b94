import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './Button.module.css'
import { type ButtonKind, type ButtonSize, buttonClass } from './button-class.ts'
import { Spinner } from './Spinner.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { words } from './words.ts'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** Use `primary` once per screen. `field` is the light button for the colour field. */
  kind?: ButtonKind
  size?: ButtonSize
  type?: 'button' | 'submit'
  /**
   * The action is running: the button keeps its width and focus, cannot be pressed again, and screen readers announce
   * it.
   */
  pending?: boolean
  pendingText?: string
  icon?: ReactNode
  wide?: boolean
  /** For a `quiet` button alone in its line: aligns its text, not its padding, with the column. */
  flush?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'primary',
  size = 'm',
  type = 'button',
  pending = false,
  pendingText = words.busy,
  icon,
  wide = false,
  flush = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      data-pending={pending || undefined}
      className={buttonClass(kind, size, wide, flush ? `${styles.flush} ${className ?? ''}` : className)}
      onClick={press}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {pending && <Spinner className={styles.spinner} />}
      <VisuallyHidden role="status">{pending ? pendingText : ''}</VisuallyHidden>
    </button>
  )
}
