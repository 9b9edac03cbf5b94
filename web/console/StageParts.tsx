import { useLocation, useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './StageParts.module.css'

export interface Part {
  id: string
  title: string
}

const partsIn = (box: HTMLElement): Part[] =>
  [...box.querySelectorAll<HTMLElement>('section[id]')].flatMap((section) => {
    const title = section.querySelector('h2')?.textContent
    return title ? [{ id: section.id, title }] : []
  })

/** The sections inside `box` that have an id and a heading, as they stand there; each comes when it has loaded. */
export function useParts(box: RefObject<HTMLElement | null>): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const found = partsIn(element)
      setParts((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    }
    look()
    const watcher = new MutationObserver(look)
    watcher.observe(element, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [box])
  return parts
}

const ownMovements = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keeps the part that the address names in view while what is above it loads, until the person moves. */
export function useKeptPart(box: RefObject<HTMLElement | null>): void {
  const id = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    const element = box.current
    if (!element || id === '') return
    const moved = new AbortController()
    const watcher = new ResizeObserver(() => {
      const part = document.getElementById(id)
      if (part && element.contains(part)) part.scrollIntoView()
    })
    moved.signal.addEventListener('abort', () => watcher.disconnect())
    for (const kind of ownMovements)
      document.addEventListener(kind, () => moved.abort(), { signal: moved.signal, capture: true, passive: true })
    watcher.observe(element)
    return () => moved.abort()
  }, [box, id])
}

/** Links to the parts of a long page. Their addresses can be sent to others. */
export function StageParts({ parts, onGone }: { parts: readonly Part[]; onGone?: () => void }) {
  const navigate = useNavigate()
  function go(event: MouseEvent, id: string) {
    event.preventDefault()
    onGone?.()
    void navigate({ to: '.', hash: id, search: true } as never)
    const section = document.getElementById(id)
    // The router scrolls there; the focus goes along.
    if (section) section.tabIndex = -1
    section?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label="На этой странице">
      <ul className={styles.parts}>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a className={styles.part} href={`#${id}`} onClick={(event) => go(event, id)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same as a menu that stays at the top of a narrow window. */
export function PartsMenu({ parts }: { parts: readonly Part[] }) {
  const menu = useRef<HTMLDetailsElement>(null)
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.summary}>
        На этой странице
        <ChevronDown aria-hidden="true" />
      </summary>
      <StageParts parts={parts} onGone={() => menu.current?.removeAttribute('open')} />
    </details>
  )
}
