import styles from '#web/programme/lessons/Lesson.module.css'
import { LessonMapPanel } from '#web/programme/lessons/LessonMapPanel.tsx'
import { PhotoPairsPanel } from '#web/programme/lessons/PhotoPairsPanel.tsx'
import { PlacesPanel } from '#web/programme/lessons/PlacesPanel.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'

/** The map of lessons, pictures that look alike and the schools that take them, for the organiser. */
export default function PublicLessonPanel(place: StagePanelProps) {
  return (
    <div className={styles.form}>
      <LessonMapPanel of={place} />
      <PhotoPairsPanel of={place} />
      <PlacesPanel of={place} />
    </div>
  )
}
