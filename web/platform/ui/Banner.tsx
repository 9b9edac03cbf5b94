import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { limits } from '#web/platform/limits.ts'
import styles from './Banner.module.css'
import { type Tone, toneIcon } from './Notice.tsx'
import { useFreePlace } from './use-free-place.ts'

type BannerProps = {
  tone?: Tone
  title?: ReactNode
  children: ReactNode
  onClose: () => void
  /** How long it stays, in milliseconds. Hovering or focusing it pauses the time. 0 keeps it. */
  duration?: number
  /**
   * In the line of notices above the page, which moves the page down; over the page where it covers no control, else
   * above; or at the end of the page.
   */
  place?: 'above' | 'over' | 'below'
}

/**
 * A message above the page for a few seconds. Give every new message a new `key`. Only `danger` and `warning` are
 * announced by themselves; put the others into an existing live region.
 */
export function Banner({
  tone = 'danger',
  title,
  children,
  onClose,
  duration = limits.errorBannerMs,
  place = 'above',
}: BannerProps) {
  const Icon = toneIcon[tone]
  const own = useRef<HTMLDivElement>(null)
  const spot = useFreePlace(own, place === 'over')
  const shown = place === 'over' && spot === null ? 'above' : place
  const close = useRef(onClose)
  close.current = onClose
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The element that had the focus before the focus came into the banner. */
  const before = useRef<Element | null>(null)
  function shut() {
    const inside = own.current?.contains(document.activeElement)
    onClose()
    if (!inside) return
    const back = before.current?.isConnected ? before.current : document.getElementById('main')
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
  /** What keeps the banner open: the pointer over it, the focus in it. */
  const held = useRef(new Set<'pointer' | 'focus'>())
  const stop = () => clearTimeout(timer.current)
  const wait = () => {
    stop()
    if (duration && held.current.size === 0) timer.current = setTimeout(() => close.current(), duration)
  }
  const hold = (by: 'pointer' | 'focus') => {
    held.current.add(by)
    stop()
  }
  const letGo = (by: 'pointer' | 'focus') => {
    held.current.delete(by)
    wait()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time restarts only when the duration changes
  useEffect(() => {
    wait()
    return stop
  }, [duration])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message visible
    <div
      ref={own}
      className={`${styles.banner} ${styles[tone]} ${styles[shown]}`}
      data-floating={shown === 'over' || undefined}
      style={shown === 'over' ? (spot ?? { visibility: 'hidden' }) : undefined}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : undefined}
      onPointerEnter={() => hold('pointer')}
      onPointerLeave={() => letGo('pointer')}
      onFocus={({ relatedTarget }) => {
        if (!own.current?.contains(relatedTarget)) before.current = relatedTarget
        hold('focus')
      }}
      onBlur={() => letGo('focus')}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      <button type="button" className={styles.close} aria-label="Закрыть сообщение" onClick={shut}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
