import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StageDetails } from './queries.ts'
import styles from './StageHead.module.css'
import { StatusBadge } from './StatusBadge.tsx'

interface StageHeadProps {
  stage: StageDetails
  /** The receipt follows at once and says that the stage is done. */
  receiptFollows?: boolean
}

/** Whether the head gives the reason for the status; for a passed stage the badge is enough. */
export const headSaysWhy = ({ status }: Pick<StageDetails, 'status'>): boolean =>
  status !== 'available' && status !== 'in_progress' && status !== 'success'

/** The head of every stage page: title, status and deadline. */
export function StageHead({ stage, receiptFollows = false }: StageHeadProps) {
  const ends = stage.end_date === null ? null : parseWire(stage.end_date)
  const working = stage.status === 'available' || stage.status === 'in_progress'
  return (
    <header className={styles.head}>
      <PageHeading title={stage.title} />
      {!(receiptFollows && stage.receipt && stage.status === 'success') && (
        <p className={styles.state}>
          <StatusBadge status={stage.status} />
          {working && ends && (
            <span>
              {stage.end_is_personal ? 'Личный срок: до' : 'До'} <Moments text={showMoscowTime(ends)} />
            </span>
          )}
          {headSaysWhy(stage) && stage.reason && (
            <span>
              <Moments text={stage.reason} />
            </span>
          )}
        </p>
      )}
    </header>
  )
}
