import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Heading } from './Heading.tsx'
import { withMoments } from './Moments.tsx'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `failed` when loading failed: say what happened and give «Повторить» as the action. */
  kind?: 'empty' | 'failed' | 'found-nothing'
  level?: 2 | 3
}

/** Shown where there is nothing yet, with what to do about it. */
export function EmptyState({ title, children, action, kind = 'empty', level = 2 }: EmptyStateProps) {
  return (
    <div className={styles.empty} role={kind === 'failed' ? 'alert' : undefined}>
      <svg className={styles.picture} viewBox="0 0 160 72" fill="none" aria-hidden="true" data-decoration>
        <path className={styles.road} d="M8 58c34 0 30-40 68-40 20 0 26 12 40 12" />
        {kind === 'failed' ? (
          <path className={styles.mark} d="m128 20 16 16m0-16-16 16" />
        ) : kind === 'found-nothing' ? (
          <path className={styles.mark} d="M146 42l-7-7m3-8a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />
        ) : (
          <circle className={styles.mark} cx="136" cy="28" r="9" />
        )}
        <circle className={styles.start} cx="8" cy="58" r="6" />
      </svg>
      <Heading level={level} size={3}>
        {title}
      </Heading>
      {children && <div className={styles.words}>{withMoments(children)}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
