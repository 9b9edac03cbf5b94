import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import styles from './Profile.module.css'
import type { Profile } from './queries.ts'
import { useOpenedForm } from './use-opened-form.ts'

export function EmailSection({ profile }: { profile: Profile }) {
  const form = useOpenedForm()
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
          {form.said}
        </p>
        {!profile.email_verified ? (
          <p>
            <PortalLinkButton kind="secondary" to="/profile/email">
              Подтвердить или исправить
            </PortalLinkButton>
          </p>
        ) : form.open ? (
          <ChangeEmailForm onDone={() => form.close('Почта изменена')} onCancel={form.cancel} />
        ) : (
          <p>
            <Button ref={form.opener} kind="secondary" onClick={form.show}>
              Сменить почту
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}
