import { Heading } from '#web/platform/ui/Heading.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TrackHead } from './TrackHead.tsx'
import styles from './TrackPage.module.css'

/** A track's page before its stages are there: the heading where it will stay, and nothing that can be pressed. */
export function TrackComing({ title, amongOthers }: { title: string; amongOthers: boolean }) {
  return (
    <div className={styles.page}>
      <TrackHead above={amongOthers && <span data-alone>Все треки</span>}>
        <Heading level={1}>{title}</Heading>
      </TrackHead>
      <div className={styles.waiting}>
        <Skeleton lines={10} label="Загружаем этапы" />
      </div>
    </div>
  )
}
