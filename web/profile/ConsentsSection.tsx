import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Profile.module.css'
import { consentsQuery, perPage } from './queries.ts'

type Consent = Answer<'GET /user/consents'>['consents'][number]

/** The person's consents with their texts, and how to withdraw them. */
export function ConsentsSection() {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Consent | null>(null)
  const query = useQuery(consentsQuery(page))
  return (
    <Panel title="Согласия" id="consents">
      <QueryStates
        of={[query]}
        loading="Загружаем согласия"
        failed="Не удалось загрузить согласия"
        lines={3}
        height="3.5rem"
        level={3}
      >
        {({ consents, count }) =>
          count === 0 ? (
            <p>Вы ещё не давали согласий. Они появятся здесь после регистрации в конкурсе.</p>
          ) : (
            <div className={styles.form}>
              <ul className={styles.rows}>
                {consents.map((consent) => (
                  <ConsentRow key={consent.id} consent={consent} onAsk={() => setAsked(consent)} />
                ))}
              </ul>
              <Pagination label="Страницы согласий" page={page} pages={Math.ceil(count / perPage)} onChange={setPage} />
            </div>
          )
        }
      </QueryStates>
      {asked && <WithdrawDialog consent={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

/** The participation may have been suspended or resumed, so everything about it is loaded again. */
function useConsentChange(change: () => Promise<string>, onError: (error: Error) => void = () => {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError,
    onSuccess: (words) => {
      showBanner(words, 'success')
      return Promise.all(
        ['consents', 'stages', 'competitions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
}

function ConsentRow({ consent, onAsk }: { consent: Consent; onAsk: () => void }) {
  const { title, version, competition_title: competition, given, withdrawn, purpose, text, text_now: now } = consent
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
    <li className={styles.consent}>
      <div className={styles.row}>
        <div className={styles.rowWords}>
          <span className={styles.rowTitle}>{title}</span>
          <span className={styles.note}>
            «{competition}», редакция {version}
          </span>
        </div>
        {withdrawn ? (
          <StatusBadge look="neutral">Отозвано</StatusBadge>
        ) : (
          <StatusBadge look="done">Действует</StatusBadge>
        )}
      </div>
      <p className={styles.note}>
        Дано {shown(given)}
        {withdrawn && `, отозвано ${shown(withdrawn)}`}. Зачем: {purpose.charAt(0).toLowerCase() + purpose.slice(1)}.
      </p>
      <details className={styles.text}>
        <summary>{now ? 'Прочитать текст, с которым вы соглашались' : 'Прочитать текст'}</summary>
        <p>{text}</p>
      </details>
      {now && (
        <>
          <p className={styles.note}>
            С тех пор документ изменился, действует редакция {now.version}. Зачем:{' '}
            {now.purpose.charAt(0).toLowerCase() + now.purpose.slice(1)}.
          </p>
          <details className={styles.text} open>
            <summary>Новый текст: {now.title}</summary>
            <p>{now.text}</p>
          </details>
        </>
      )}
      {(!withdrawn || consent.may_give_again) && (
        <p>
          {withdrawn ? (
            <Button kind="secondary" size="s" pending={giving.isPending} onClick={() => giving.mutate()}>
              {now ? 'Согласиться с новым текстом' : 'Дать согласие снова'}
              <VisuallyHidden>: {title}</VisuallyHidden>
            </Button>
          ) : (
            <Button kind="quiet" size="s" flush onClick={onAsk}>
              Отозвать
              <VisuallyHidden>: {title}</VisuallyHidden>
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

function WithdrawDialog({ consent, onClose }: { consent: Consent; onClose: () => void }) {
  const withdrawing = useConsentChange(async () => {
    const { participation_ended: ended } = await api('POST /user/consents/:id/withdraw', { params: { id: consent.id } })
    return ended ? 'Согласие отозвано. Участие в конкурсе остановлено' : 'Согласие отозвано'
  })
  return (
    <Dialog
      title="Отозвать согласие?"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            kind="danger"
            pending={withdrawing.isPending}
            onClick={() => withdrawing.mutate(undefined, { onSuccess: onClose })}
          >
            {consent.required ? 'Отозвать и остановить участие' : 'Отозвать'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не отзывать
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {consent.required ? (
          <>
            <p>
              «{consent.title}» — обязательный документ конкурса «{consent.competition_title}». Как только вы отзовёте
              согласие:
            </p>
            <ul className={styles.plain}>
              <li>этапы этого конкурса закроются, сдать ничего не получится;</li>
              <li>сданное останется у организаторов, чтобы вы могли вернуться;</li>
              <li>сроки продолжат идти: пропущенный этап заново не откроется.</li>
            </ul>
            <p>Вернуться можно здесь же: дайте согласие снова. Чтобы данные удалили, удалите учётную запись.</p>
          </>
        ) : (
          <p>
            «{consent.title}» — необязательный документ: участие в конкурсе «{consent.competition_title}» продолжится.
            Дать согласие снова можно в любой момент.
          </p>
        )}
        {withdrawing.error && <p role="alert">{failureText(withdrawing.error)}</p>}
      </div>
    </Dialog>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : ''
}
