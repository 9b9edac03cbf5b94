import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { MeetingBoard } from './MeetingBoard.tsx'
import styles from './MeetingsPanel.module.css'
import { NoShows } from './NoShows.tsx'
import { QuotaList } from './QuotaList.tsx'

/** The meetings of all mentors, how many everybody has had, and which did not take place. */
export default function MeetingsPanel(place: StagePanelProps) {
  // Who meets whom is shown only to organisers with the right `mentors`.
  if (!useRight('mentors')) return null
  return (
    <div className={styles.panels}>
      <MeetingBoard place={place} />
      <QuotaList place={place} />
      <NoShows place={place} />
    </div>
  )
}
