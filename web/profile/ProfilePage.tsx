import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import styles from './Profile.module.css'
import { type Profile, profileQuery } from './queries.ts'
import { SecondFactor } from './SecondFactor.tsx'

/** Who the person is to the portal, and what guards the account. */
export function ProfilePage() {
  const { data: profile, error, refetch } = useQuery(profileQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Профиль" />
      {profile ? (
        <>
          <OwnData profile={profile} />
          <EmailPanel profile={profile} />
          <SecondFactor method={profile.second_factor} />
          <SessionsPanel />
        </>
      ) : error ? (
        <EmptyState
          kind="failed"
          title="Не удалось загрузить профиль"
          action={<Button onClick={() => refetch()}>Повторить</Button>}
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Загружаем профиль" />
      )}
    </div>
  )
}

function OwnData({ profile }: { profile: Profile }) {
  return (
    <Panel title="Данные">
      <DefinitionList
        items={[
          { term: 'Имя', value: profile.fio },
          { term: 'ID', value: String(profile.id) },
          { term: 'Телефон', value: profile.phone },
        ]}
      />
    </Panel>
  )
}

function EmailPanel({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  return (
    <Panel
      title="Электронная почта"
      actions={
        profile.email_verified ? (
          <StatusBadge look="done">Подтверждена</StatusBadge>
        ) : (
          <StatusBadge look="trouble">Не подтверждена</StatusBadge>
        )
      }
    >
      <div className={styles.form}>
        <p>{profile.email}</p>
        {!profile.email_verified ? (
          <p>
            <PortalLinkButton kind="secondary" to="/profile/email">
              Подтвердить или исправить
            </PortalLinkButton>
          </p>
        ) : changing ? (
          <ChangeEmailForm onDone={() => setChanging(false)} />
        ) : (
          <p>
            <Button kind="secondary" onClick={() => setChanging(true)}>
              Сменить почту
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

function SessionsPanel() {
  const [pending, setPending] = useState(false)
  async function revoke() {
    setPending(true)
    try {
      session.set((await api('POST /auth/revoke-sessions')).access_token)
      showBanner('Все остальные сеансы завершены', 'success')
    } catch (error) {
      showBanner(failureText(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <Panel title="Сеансы">
      <div className={styles.form}>
        <p>Если вы входили с чужого устройства или потеряли своё, завершите все сеансы, кроме этого.</p>
        <p>
          <Button kind="secondary" pending={pending} onClick={revoke}>
            Завершить другие сеансы
          </Button>
        </p>
      </div>
    </Panel>
  )
}
