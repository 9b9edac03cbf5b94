import type { ReactNode } from 'react'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import styles from './Profile.module.css'

/** One page of the profile: its heading and what the page is for; then its rows. */
export function ProfilePage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title={`${title} — профиль`}>{title}</PageHeading>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  )
}
