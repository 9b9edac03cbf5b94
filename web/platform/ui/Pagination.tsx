import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect } from 'react'
import styles from './Pagination.module.css'

type PaginationProps = {
  page: number
  pages: number
  onChange: (page: number) => void
  /** Gets the last page when the list has become shorter than the page that is asked for. */
  onPastEnd?: (page: number) => void
  label?: string
}

/** Pages are numbered from 1. Renders nothing for a single page. */
export function Pagination({ page, pages, onChange, onPastEnd = onChange, label = 'Страницы' }: PaginationProps) {
  useEffect(() => {
    if (pages > 0 && page > pages) onPastEnd(pages)
  }, [page, pages, onPastEnd])
  if (pages < 2) return null
  return (
    <nav aria-label={label} className={styles.pagination}>
      <button
        type="button"
        className={styles.page}
        disabled={page <= 1}
        aria-label="Назад"
        onClick={() => onChange(page - 1)}
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
            onClick={() => onChange(n)}
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
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  )
}

/** The first, the last, the current page and its neighbours; null is a gap. */
function shownPages(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(wanted)]
  return sorted.flatMap((n, i) => (i > 0 && n - (sorted[i - 1] ?? 0) > 1 ? [null, n] : [n]))
}
