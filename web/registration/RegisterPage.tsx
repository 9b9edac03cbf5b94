import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import styles from '#web/auth/Entrance.module.css'
import { EntranceFrame } from '#web/auth/EntranceFrame.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { type Notify, registrationQuery } from './queries.ts'
import { RegistrationWizard } from './RegistrationWizard.tsx'
import { servedRegistration, serveRegistration } from './served-registration.ts'

/** Registration: the organiser's text and the steps. */
export function RegisterPage() {
  const competition = useCompetitionCode()
  const [served] = useState(() => servedRegistration(competition))
  useEffect(() => serveRegistration(null), [])
  const [step] = useStep()
  const query = useQuery({ ...registrationQuery(competition), ...(served && { initialData: served }) })
  const wizard = query.data && (query.data.notify.open || query.data.resumed)
  return (
    <EntranceFrame small={step !== ''}>
      {!wizard && <PageHeading title="Регистрация" size={2} />}
      <QueryStates of={[query]} loading="Открываем регистрацию" failed="Не удалось открыть регистрацию" lines={6}>
        {(data) =>
          wizard ? (
            <RegistrationWizard competition={competition} {...data} />
          ) : (
            <div className={styles.form}>
              <Notice tone="info" title={closedWords(data.notify, new Date())}>
                {data.notify.text}
              </Notice>
            </div>
          )
        }
      </QueryStates>
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
