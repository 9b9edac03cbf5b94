import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { EntranceFrame } from '#web/accounts/auth/EntranceFrame.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EntryCodeForm } from './EntryCodeForm.tsx'
import { keepEntryCode, keptEntryCode } from './kept-entry-code.ts'
import { keptRegistration } from './kept-registration.ts'
import { type Notify, registrationQuery } from './queries.ts'
import { RegistrationWizard } from './RegistrationWizard.tsx'
import { servedRegistration, serveRegistration } from './served-registration.ts'

/** Registration: the organiser's text and the steps. */
export function RegisterPage() {
  const competition = useCompetitionCode()
  const [served] = useState(() => servedAnew(competition))
  useEffect(() => serveRegistration(null), [])
  const [step] = useStep()
  const query = useQuery({ ...registrationQuery(competition), ...(served && { initialData: served }) })
  const [entered, setEntered] = useState(false)
  // The server, which draws this page too, does not know what the tab keeps.
  useEffect(() => setEntered(keptEntryCode(competition) !== null), [competition])
  const wizard = query.data && (query.data.notify.open || query.data.resumed || entered)
  return (
    <EntranceFrame small={step !== ''}>
      {!wizard && <PageHeading title="Регистрация" size={2} />}
      <QueryStates of={[query]} loading="Открываем регистрацию" failed="Не удалось открыть регистрацию" lines={6}>
        {(data) =>
          wizard ? (
            <RegistrationWizard competition={competition} {...data} notify={opened(data.notify)} />
          ) : (
            <div className={styles.form}>
              <Notice tone="info" title={closedWords(data.notify, new Date())}>
                {data.notify.text}
              </Notice>
              {!isAhead(data.notify, new Date()) && (
                <EntryCodeForm
                  send={(entry_code) =>
                    api('POST /registration/:code/entry_code', { params: { code: competition }, body: { entry_code } })
                  }
                  onDone={(code) => {
                    keepEntryCode(competition, code)
                    setEntered(true)
                  }}
                />
              )}
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

const opening = ({ opens_at }: Notify) => (opens_at === null ? null : parseWire(opens_at))

function isAhead(notify: Notify, now: Date): boolean {
  const opens = opening(notify)
  return opens !== null && opens > now
}

/** Why registration is closed. */
function closedWords(notify: Notify, now: Date): string {
  const opens = opening(notify)
  return opens && opens > now ? `Регистрация откроется ${showMoscowTime(opens)}` : 'Регистрация закрыта'
}

/** For a latecomer with an entry code, registration as a participant is open, and the past end is not shown. */
const opened = (notify: Notify): Notify =>
  notify.open ? notify : { ...notify, closes_at: null, doors: { ...notify.doors, participant: true } }

/** What came with the page, unless this tab continues a registration, which the server cannot know. */
function servedAnew(competition: string) {
  const served = keptRegistration(competition) === null ? servedRegistration(competition) : null
  return served ? { notify: served.notify, form: served.form, resumed: null } : undefined
}
