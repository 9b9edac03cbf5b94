import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { withMoments } from './Moments.tsx'
import styles from './Notice.module.css'

export type Tone = 'info' | 'success' | 'warning' | 'danger'
export const toneIcon = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

type NoticeProps = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** `alert` for what has just happened (announced at once), `status` for what can wait; nothing for static text. */
  role?: 'alert' | 'status'
}

export function Notice({ tone = 'info', title, children, actions, role }: NoticeProps) {
  const Icon = toneIcon[tone]
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={role}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title && <p className={styles.title}>{withMoments(title)}</p>}
        {children && <div>{withMoments(children)}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
