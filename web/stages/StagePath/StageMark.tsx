import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Lock from 'lucide-react/icons/lock'
import Minus from 'lucide-react/icons/minus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import styles from './StageMark.module.css'
import type { Standing } from './stage-node.ts'

const icons = { done: Check, waiting: Clock, trouble: TriangleAlert, shut: Minus, ahead: Lock, due: null }

/** The mark of a stage on the path; the text beside it says the same. */
export function StageMark({ standing, number, small }: { standing: Standing; number?: number; small?: boolean }) {
  const Icon = icons[standing]
  return (
    <span className={`${styles.mark} ${small ? styles.smallMark : ''}`} data-mark={standing} aria-hidden="true">
      {Icon ? <Icon /> : small ? null : number}
    </span>
  )
}
