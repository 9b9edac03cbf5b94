import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef } from 'react'
import styles from './Pagination.module.css'

type PaginationProps = {
  page: number
  pages: number
  onChange: (page: number) => void
  /** Gets the last page when the list has become shorter than the page that is asked for. */
  onPastEnd?: (page: number) => unknown
  label?: string
}

/**
 * Pages are numbered from 1. Renders nothing for a single page. The list is the element before this one: once another
 * page is chosen, people are at its beginning.
 */
export function Pagination({ page, pages, onChange, onPastEnd = onChange, label = 'Страницы' }: PaginationProps) {
  useEffect(() => {
    if (pages > 0 && page > pages) onPastEnd(pages)
  }, [page, pages, onPastEnd])
  const nav = useRef<HTMLElement>(null)
  const chosen = useRef<number>(undefined)
  useEffect(() => {
    if (chosen.current === page) enter(nav.current?.previousElementSibling)
    chosen.current = undefined
  }, [page])
  function choose(next: number) {
    chosen.current = next
    holdStill()
    onChange(next)
  }
  if (pages < 2) return null
  return (
    <nav ref={nav} aria-label={label} className={styles.pagination}>
      <button
        type="button"
        className={styles.page}
        disabled={page <= 1}
        aria-label="Назад"
        onClick={() => choose(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      {shownPages(page, pages).map((n, i) =>
        n === null ? (
          <span key={`gap-${i < 3 ? 'left' : 'right'}`} className={styles.gap}>
            …
          </span>
        ) : (
          <button
            key={n}
            type="button"
            className={styles.page}
            aria-current={n === page ? 'page' : undefined}
            aria-label={`Страница ${n}`}
            onClick={() => choose(n)}
          >
            {n}
          </button>
        ),
      )}
      <button
        type="button"
        className={styles.page}
        disabled={page >= pages}
        aria-label="Вперёд"
        onClick={() => choose(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  )
}

/**
 * A longer list that arrives would otherwise push its beginning out of the window: the browser keeps in place what it
 * sees below. Ends once the person moves on.
 */
function holdStill(): void {
  const { style } = document.documentElement
  const moved = new AbortController()
  style.overflowAnchor = 'none'
  moved.signal.addEventListener('abort', () => {
    style.overflowAnchor = ''
  })
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(kind, () => moved.abort(), { signal: moved.signal, capture: true, passive: true })
}

/** Moves the focus to the list, and the window too when the list begins above it. */
function enter(list: Element | null | undefined): void {
  if (!(list instanceof HTMLElement)) return
  if (!list.hasAttribute('tabindex')) list.tabIndex = -1
  list.focus({ preventScroll: true })
  // A menu can stay at the top of the window.
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (list.getBoundingClientRect().top < top) list.scrollIntoView()
}

/** The first, the last, the current page and its neighbours; null is a gap. */
function shownPages(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(wanted)]
  return sorted.flatMap((n, i) => (i > 0 && n - (sorted[i - 1] ?? 0) > 1 ? [null, n] : [n]))
}
