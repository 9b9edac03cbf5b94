import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { limits } from '#web/platform/limits.ts'
import styles from './Banner.module.css'
import { type Tone, toneIcon } from './Notice.tsx'

type BannerProps = {
  tone?: Tone
  title?: ReactNode
  children: ReactNode
  onClose: () => void
  /** How long it stays, in milliseconds; the wait stops under the pointer and while focus is inside. 0 keeps it. */
  duration?: number
  /** At the bottom it covers neither the header nor a short-lived message; in the corner not even the text. */
  place?: 'top' | 'bottom' | 'corner'
}

/**
 * Over the page for a few seconds; give it a new `key` for each new message. Only `danger` and `warning` speak up by
 * themselves: put the others into a live region that is there before them.
 */
export function Banner({
  tone = 'danger',
  title,
  children,
  onClose,
  duration = limits.errorBannerMs,
  place = 'top',
}: BannerProps) {
  const Icon = toneIcon[tone]
  const close = useRef(onClose)
  close.current = onClose
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  const wait = () => {
    stop()
    if (duration) timer.current = setTimeout(() => close.current(), duration)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait starts anew only when the duration changes
  useEffect(() => {
    wait()
    return stop
  }, [duration])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only holds the message on the screen
    <div
      className={`${styles.banner} ${styles[tone]} ${styles[place]}`}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : undefined}
      onPointerEnter={stop}
      onPointerLeave={wait}
      onFocus={stop}
      onBlur={wait}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      <button type="button" className={styles.close} aria-label="Закрыть сообщение" onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
