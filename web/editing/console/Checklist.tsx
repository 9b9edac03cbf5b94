import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { ListedStage } from '#web/seasons/console/queries.ts'
import styles from './Checklist.module.css'

const spoken = { red: 'Мешает опубликовать: ', yellow: 'Обратите внимание: ' }

type Item = Omit<ListedStage['checklist'][number], 'by'> & { by?: string | null }

/** The organiser's checklist; each item has a colour and its meaning in words. */
export function Checklist({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.list}>
      {items.map(({ level, text, by = null }) => (
        <li key={text} className={styles[by === null ? level : 'yellow']}>
          <VisuallyHidden>{by === null ? spoken[level] : 'Может подождать: '}</VisuallyHidden>
          {text}
          {by !== null && `. Нужно к ${dayOf(by)}`}
        </li>
      ))}
    </ul>
  )
}

function dayOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDate(moment) : wire
}
