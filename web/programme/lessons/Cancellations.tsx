import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxReason } from '#shared/programme/lessons/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Lesson.module.css'
import { type Cancellation, cancellationsQuery, useAnswerCancellation } from './queries.ts'

/** Lessons that a school has cancelled and that need an answer, of all competitions or of one; nothing without any. */
export function Cancellations({ competition }: { competition?: string }) {
  const { data } = useQuery(cancellationsQuery)
  const [answered, setAnswered] = useState<Cancellation | null>(null)
  const open = (data?.cancellations ?? []).filter(
    ({ competition_code }) => competition === undefined || competition_code === competition,
  )
  if (open.length === 0) return null
  return (
    <Panel title="Школа отменила урок">
      <ul className={styles.list}>
        {open.map((each) => (
          <li key={each.cancellation_id}>
            <p>
              <strong>
                <bdi>{each.author.name}</bdi>
              </strong>
              , номер {each.author.test_id}
              {each.region && `, ${each.region}`}
            </p>
            <p className={styles.quiet}>
              <Facts
                of={[each.competition_title, each.stage_title, `${each.school}, ${momentInWords(each.starts_at)}`]}
              />
            </p>
            <p>«{each.reason}»</p>
            <div className={styles.row}>
              <Button size="s" kind="secondary" onClick={() => setAnswered(each)}>
                Ответить
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {answered && <AnswerDialog of={answered} onClose={() => setAnswered(null)} />}
    </Panel>
  )
}

function AnswerDialog({ of, onClose }: { of: Cancellation; onClose: () => void }) {
  const [closesAt, setClosesAt] = useState(of.offered)
  const [words, setWords] = useState('')
  const sending = useAnswerCancellation()
  const faults = isFailure(sending.error) ? sending.error.fields : {}
  const send = (confirmed: boolean) => {
    if (sending.isPending) return
    const body = { id: of.cancellation_id, confirmed, answer: words, ...(confirmed ? { closes_at: closesAt } : {}) }
    sending.mutate(body, { onSuccess: onClose })
  }
  return (
    <Dialog title={of.author.name} isOpen role="alertdialog" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(true)
        }}
      >
        <p>
          {of.school}, <Moments text={momentInWords(of.starts_at)} />: «{of.reason}»
        </p>
        <DateTimeField
          label="Новый срок для этого участника"
          name="closes_at"
          hint={of.ends_at ? `Срок этапа для всех: ${momentInWords(of.ends_at)}. Время московское` : undefined}
          value={closesAt}
          error={faults.closes_at?.message ?? null}
          onChange={setClosesAt}
        />
        <TextArea
          label="Что написать участнику"
          name="answer"
          hint="Если не подтверждаете, объясните почему"
          required={false}
          value={words}
          limit={maxReason}
          error={faults.answer?.message ?? null}
          onChange={setWords}
        />
        {sending.error && Object.keys(faults).length === 0 && (
          <Notice tone="danger" role="alert" title={failureText(sending.error)} />
        )}
        <div className={styles.row}>
          <Button type="submit" pending={sending.isPending} pendingText="Сохраняем…">
            Продлить срок
          </Button>
          <Button kind="secondary" disabled={sending.isPending} onClick={() => send(false)}>
            Не подтвердить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
