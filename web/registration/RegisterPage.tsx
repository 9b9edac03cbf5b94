import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import styles from '#web/auth/Entrance.module.css'
import { EntranceFrame } from '#web/auth/EntranceFrame.tsx'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { type Notify, registrationQuery } from './queries.ts'
import { RegistrationWizard } from './RegistrationWizard.tsx'
import { servedRegistration, serveRegistration } from './served-registration.ts'

/** Registration: the organiser's text and the steps. */
export function RegisterPage() {
  const { competition = '' } = useParams({ strict: false }) as { competition?: string }
  const [served] = useState(() => servedRegistration(competition))
  useEffect(() => serveRegistration(null), [])
  const query = registrationQuery(competition)
  const { data, error, refetch } = useQuery(served ? { ...query, initialData: served } : query)
  return (
    <EntranceFrame>
      {error && !data ? (
        <>
          <PageHeading title="Регистрация" size={2} />
          <EmptyState
            kind="failed"
            title="Не удалось открыть регистрацию"
            action={<Button onClick={() => refetch()}>Повторить</Button>}
          >
            {failureText(error)}
          </EmptyState>
        </>
      ) : !data ? (
        <>
          <PageHeading title="Регистрация" size={2} />
          <Skeleton lines={6} label="Открываем регистрацию" />
        </>
      ) : data.notify.open || data.resumed ? (
        <RegistrationWizard competition={competition} {...data} />
      ) : (
        <>
          <PageHeading title="Регистрация" size={2} />
          <div className={styles.form}>
            <Notice tone="info" title={closedWords(data.notify, new Date())}>
              {data.notify.text}
            </Notice>
          </div>
        </>
      )}
      <p className={styles.links}>
        <span>
          Уже есть учётная запись? <PortalLink to={`/${competition}/login`}>Войдите</PortalLink>
        </span>
      </p>
    </EntranceFrame>
  )
}

/** Why registration is closed. */
function closedWords({ opens_at }: Notify, now: Date): string {
  const opens = opens_at === null ? null : parseWire(opens_at)
  return opens && opens > now ? `Регистрация откроется ${showDateTime(opens)} по Москве` : 'Регистрация закрыта'
}
