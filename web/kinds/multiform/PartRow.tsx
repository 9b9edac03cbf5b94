import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { partPath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Stage } from '#web/stages/stage.ts'
import styles from './Multiform.module.css'
import { isDone, isOpen, isReturned, partAction, partWords } from './part-words.ts'

interface PartRowProps {
  competition: string
  track: string
  whole: Stage
  part: Stage
  number: number
  required: boolean
}

/** One part: what it asks, until when, its state and what can be done. */
export function PartRow({ competition, track, whole, part, number, required }: PartRowProps) {
  const { title, end_date, extra_data } = part
  const ends = end_date === null ? null : parseWire(end_date)
  const done = isDone(part)
  const returned = isReturned(part)
  return (
    <li className={styles.part} data-returned={returned || undefined}>
      <span className={styles.number} data-done={done || undefined} aria-hidden="true">
        {done ? <Check /> : number}
      </span>
      <div className={styles.about}>
        <h2 className={styles.title}>
          <PortalLink to={partPath(competition, track, whole, part)}>{title}</PortalLink>
        </h2>
        {extra_data.summary && <p className={styles.summary}>{extra_data.summary}</p>}
        <p className={styles.facts}>
          {!required && <span>По желанию</span>}
          {isOpen(part) && ends && (
            <span>
              {extra_data.end_is_personal ? 'Личный срок: до' : 'До'} <Moments text={showMoscowTime(ends)} />
            </span>
          )}
          {!isOpen(part) && !done && <span>{extra_data.reason}</span>}
        </p>
      </div>
      <div className={styles.standing}>
        {returned ? (
          <StatusBadge look="trouble">{partWords(part)}</StatusBadge>
        ) : part.status === 'available' ? (
          <StatusBadge look="neutral">{partWords(part)}</StatusBadge>
        ) : (
          <StatusBadge status={part.status}>{partWords(part)}</StatusBadge>
        )}
        <span className={styles.action} aria-hidden="true">
          {partAction(part)}
          <ChevronRight />
        </span>
      </div>
    </li>
  )
}
