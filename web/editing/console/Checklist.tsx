import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { ListedStage } from '#web/seasons/console/queries.ts'
import styles from './Checklist.module.css'

const spoken = { red: 'Мешает опубликовать: ', yellow: 'Обратите внимание: ' }

/** The organiser's checklist; each item has a colour and its meaning in words. */
export function Checklist({ items }: { items: ListedStage['checklist'] }) {
  return (
    <ul className={styles.list}>
      {items.map(({ level, text }) => (
        <li key={text} className={styles[level]}>
          <VisuallyHidden>{spoken[level]}</VisuallyHidden>
          {text}
        </li>
      ))}
    </ul>
  )
}
