import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type MouseEvent, useRef } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { unfold } from '#web/platform/ui/unfold.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { Part } from '#web/seasons/console/use-parts.ts'
import styles from './StageParts.module.css'

interface StagePartsProps {
  parts: readonly Part[]
  /** The id of the part that is being read. */
  current: string | null
  onGone?: () => void
}

/** Links to the parts of a long page. Their addresses can be sent to others. */
export function StageParts({ parts, current, onGone }: StagePartsProps) {
  const navigate = useNavigate()
  function go(event: MouseEvent, id: string) {
    event.preventDefault()
    onGone?.()
    void navigate({ to: '.', hash: id, search: true } as never)
    const section = document.getElementById(id)
    unfold(section)
    // The router scrolls there; the focus goes along.
    if (section) section.tabIndex = -1
    section?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label="На этой странице">
      <ul className={styles.parts}>
        {parts.map(({ id, title, faults, waits }) => (
          <li key={id}>
            <a
              className={styles.part}
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => go(event, id)}
            >
              {title}
              {faults > 0 && (
                <>
                  <VisuallyHidden>, {counted(faults, 'ошибка', 'ошибки', 'ошибок')}</VisuallyHidden>
                  <span className={styles.faults} aria-hidden="true">
                    {faults}
                  </span>
                </>
              )}
              {waits > 0 && (
                <>
                  <VisuallyHidden>, ждут вас: {waits}</VisuallyHidden>
                  <span className={styles.waits} aria-hidden="true">
                    {waits}
                  </span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The links as a menu that stays at the top of a narrow window. */
export function PartsMenu({ parts, current }: StagePartsProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.summary}>
        На этой странице
        <ChevronDown aria-hidden="true" />
      </summary>
      <StageParts parts={parts} current={current} onGone={() => menu.current?.removeAttribute('open')} />
    </details>
  )
}
