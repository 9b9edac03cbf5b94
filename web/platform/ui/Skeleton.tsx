import styles from './Skeleton.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Grey lines in the place of what is being fetched. Takes the room of the real thing, so that nothing jumps. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={i} className={styles.line} style={height ? { height } : undefined} />
      ))}
    </div>
  )
}
