import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Grey lines while content is loading. Takes the same room as the content, so that nothing jumps. */
export function Skeleton({
  lines = 3,
  height,
  label = 'Загружаем…',
}: {
  lines?: number
  height?: string
  label?: string
}) {
  return (
    <div className={styles.skeleton} role="status" data-skeleton>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={i} className={styles.line} style={height ? { height } : undefined} />
      ))}
    </div>
  )
}
