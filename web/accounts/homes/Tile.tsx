import type { ReactNode } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { withMoments } from '#web/platform/ui/Moments.tsx'
import styles from './Tile.module.css'

interface TileProps {
  count: number
  /** What is counted, as a link to it. */
  label: string
  to: string
  search?: Record<string, string>
  /** Waits for the person: drawn in the accent while there is anything. */
  waits?: boolean
  children?: ReactNode
}

/** A number that opens what it counts. */
export function Tile({ count, label, to, search, waits, children }: TileProps) {
  return (
    <li className={styles.tile} data-waits={(waits && count > 0) || undefined}>
      <span className={styles.count}>{count.toLocaleString('ru-RU')}</span>
      <PortalLink to={to} {...(search && { search })} data-stretch className={styles.label}>
        {label}
      </PortalLink>
      {children && <span className={styles.note}>{withMoments(children)}</span>}
    </li>
  )
}
