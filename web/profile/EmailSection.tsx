import { useRef, useState } from 'react'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import styles from './Profile.module.css'
import type { Profile } from './queries.ts'

export function EmailSection({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  function close(words = '') {
    setChanging(false)
    setSaid(words)
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <Panel
      title="Электронная почта"
      id="email"
      actions={
        profile.email_verified ? (
          <StatusBadge look="done">Подтверждена</StatusBadge>
        ) : (
          <StatusBadge look="trouble">Не подтверждена</StatusBadge>
        )
      }
    >
      <div className={styles.form}>
        <p className={styles.value}>{profile.email}</p>
        <p aria-live="polite" className={styles.said}>
          {said}
        </p>
        {!profile.email_verified ? (
          <p>
            <PortalLinkButton kind="secondary" to="/profile/email">
              Подтвердить или исправить
            </PortalLinkButton>
          </p>
        ) : changing ? (
          <ChangeEmailForm onDone={() => close('Почта изменена')} onCancel={close} />
        ) : (
          <p>
            <Button ref={opener} kind="secondary" onClick={() => setChanging(true)}>
              Сменить почту
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}
