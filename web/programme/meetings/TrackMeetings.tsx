import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { flatten, type Stage } from '#web/stages/stage.ts'
import styles from './TrackMeetings.module.css'

const meetingsHash = 'mentor_meetings'
const MeetingsSection = lazy(() => loadChunk(() => import('./MeetingsSection.tsx')))

/** The stage whose meetings the track shows: the meetings stage, otherwise the first with a choice of mentors. */
function stageOfMeetings(stages: readonly Stage[]): Stage | null {
  const begun = flatten(stages).filter(({ status, is_active, extra_data }) =>
    status === 'hidden' ? false : is_active || extra_data.handed_in_at !== null || status === 'success',
  )
  const of = (type: string) => begun.find((stage) => stage.type === type)
  return of('mentor_meetings') ?? of('final_mentor_choose') ?? of('mentor_choice') ?? null
}

/** The section of the track page under the hash mentor_meetings; its code is loaded when the track has meetings. */
export function TrackMeetings({ stages }: { stages: readonly Stage[] }) {
  const stage = stageOfMeetings(stages)
  if (!stage) return null
  return (
    <section id={meetingsHash} className={styles.section} aria-labelledby={`${meetingsHash}-title`}>
      <Heading level={2} id={`${meetingsHash}-title`}>
        Встречи с наставниками
      </Heading>
      <Suspense fallback={<Skeleton lines={6} height="3rem" label="Загружаем встречи…" />}>
        <MeetingsSection stageId={stage.stage_id} />
      </Suspense>
    </section>
  )
}
