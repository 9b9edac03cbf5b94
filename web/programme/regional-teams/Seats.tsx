import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { Menu, type MenuEntry } from '#web/platform/ui/Menu.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { CompetitionField } from '#web/seasons/competitions/CompetitionField.tsx'
import styles from './Seats.module.css'

export interface Seat {
  id: number
  name: string
  /** The name as in a list: the surname first. */
  listedName: string
  avatar?: string | null
  /** «капитан», a region, or what the person still has to do. */
  note: string
  /** Whether the person has done everything; null when the reader may not know. */
  ready: boolean | null
  /** What the reader may do with the person. */
  acts?: readonly MenuEntry[]
}

interface SeatsProps {
  label: string
  seats: readonly Seat[]
  free: number
  /** Opens the ways to invite people; without it free seats only say that they are free. */
  onCall?: (() => void) | undefined
  /** Above the seats. */
  children?: ReactNode
}

/** Up to this many free seats are drawn one by one; more of them are a number. */
const maxDrawn = 6

/** A team as a picture in the colours of its competition: people with their readiness, then free seats. */
export function Seats({ label, seats, free, onCall, children }: SeatsProps) {
  const drawn = free > maxDrawn ? 1 : free
  return (
    <CompetitionField className={`${styles.field} ${children ? styles.titled : ''}`}>
      {children}
      <ul className={styles.seats} aria-label={label}>
        {seats.map((seat) => (
          <li key={seat.id} className={styles.place}>
            {seat.acts && seat.acts.length > 0 ? (
              <Menu
                trigger={<Person {...seat} />}
                items={seat.acts}
                triggerClass={`${styles.seat} ${styles.press}`}
                placement="bottom start"
              />
            ) : (
              <div className={styles.seat}>
                <Person {...seat} />
              </div>
            )}
          </li>
        ))}
        {Array.from({ length: drawn }, (_none, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: free seats are all alike
          <li key={`free-${at}`} className={styles.place} aria-hidden={at > 0 || undefined}>
            {onCall && at === 0 ? (
              <button type="button" className={`${styles.seat} ${styles.press}`} onClick={onCall}>
                <Free count={free} calls />
              </button>
            ) : (
              <div className={styles.seat}>
                <Free count={at === 0 ? free : 1} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </CompetitionField>
  )
}

function Person({ name, listedName, avatar, note, ready, acts = [] }: Seat) {
  return (
    <>
      <span className={styles.circle} data-ready={ready ?? undefined}>
        <Initials listedName={listedName} avatar={avatar} className={styles.initials} />
        {ready !== null && (
          <span className={styles.sign} aria-hidden="true">
            {ready ? <Check /> : <TriangleAlert />}
          </span>
        )}
      </span>
      <span className={styles.plaque}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.note}>{note}</span>
        {ready && <VisuallyHidden>, всё выполнено</VisuallyHidden>}
        {acts.length > 0 && (
          <>
            <Ellipsis className={styles.more} aria-hidden="true" />
            <VisuallyHidden>: что можно сделать</VisuallyHidden>
          </>
        )}
      </span>
    </>
  )
}

function Free({ count, calls = false }: { count: number; calls?: boolean }) {
  const places = count > maxDrawn ? counted(count, 'место', 'места', 'мест') : 'место'
  return (
    <>
      <span className={`${styles.circle} ${styles.empty}`} aria-hidden="true">
        {calls && <Plus />}
      </span>
      <span className={styles.plaque}>
        {calls && <span className={styles.name}>Позвать</span>}
        <span className={styles.note}>
          {count > maxDrawn ? `свободно ${places}` : 'место свободно'}
          {count > 1 && count <= maxDrawn && <VisuallyHidden> (всего {count})</VisuallyHidden>}
        </span>
      </span>
    </>
  )
}
