import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { ConsentTerms } from '#web/accounts/registration/ConsentTerms.tsx'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './ConsentRow.module.css'
import { useConsentChange } from './use-consent-change.ts'

export type Consent = Answer<'GET /user/consents'>['consents'][number]

/** A consent with its terms, and the way to withdraw it or to give it again. */
export function ConsentRow({ consent, onAsk }: { consent: Consent; onAsk: () => void }) {
  const { title, version, competition_title: competition, given, withdrawn, text_now: now } = consent
  const giving = useConsentChange(
    async () => {
      const { participation_resumed: resumed } = await api('POST /user/consents/:id/give', {
        params: { id: consent.id },
        body: { version: now?.version ?? version },
      })
      return resumed ? 'Согласие дано. Участие в конкурсе продолжается' : 'Согласие дано'
    },
    (error) => showBanner(failureText(error)),
  )
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Heading level={2} size={4}>
          {title}
        </Heading>
        {withdrawn ? (
          <StatusBadge look="neutral">Отозвано</StatusBadge>
        ) : (
          <StatusBadge look="done">Действует</StatusBadge>
        )}
      </div>
      <p className={styles.note}>
        «{competition}», редакция {version}. Дано {shown(given)}
        {withdrawn && `, отозвано ${shown(withdrawn)}`}.
      </p>
      <ConsentTerms {...consent} {...(now && { read: 'Прочитать текст, с которым вы соглашались' })} />
      {now && (
        <>
          <p className={styles.note}>
            С тех пор документ изменился, действует редакция {now.version}.
            {consent.asked_anew && ' Прочитайте её и согласитесь: прежнее согласие пока в силе.'}
          </p>
          <ConsentTerms {...now} read={`Прочитать новый текст: ${now.title}`} open />
        </>
      )}
      {(!withdrawn || consent.may_give_again) && (
        <p>
          {consent.may_give_again && (
            <Button kind="secondary" pending={giving.isPending} onClick={() => giving.mutate()}>
              {now ? 'Согласиться с новым текстом' : 'Дать согласие снова'}
              <VisuallyHidden>: {title}</VisuallyHidden>
            </Button>
          )}
          {!withdrawn && (
            <Button kind="quiet" flush={!consent.may_give_again} onClick={onAsk}>
              Отозвать
              <VisuallyHidden>: {title}</VisuallyHidden>
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : ''
}
