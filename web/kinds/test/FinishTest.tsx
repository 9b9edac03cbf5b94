import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isAnsweredInPart } from '#shared/kinds/test/answered-in-part.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { AnswerQueue } from './answer-queue.ts'
import type { AskedQuestion } from './queries.ts'
import styles from './TestRun.module.css'

interface FinishTestProps {
  questions: readonly AskedQuestion[]
  queue: AnswerQueue
  offline: boolean
  trial: boolean
  onShow: (at: number) => void
  onBack: () => void
  onFinish: () => Promise<void>
}

/** Before the end: what has no answer, what is marked, and what waits to be sent. */
export function FinishTest({ questions, queue, offline, trial, onShow, onBack, onFinish }: FinishTestProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const finishing = useMutation({ mutationFn: onFinish })
  const numbered = questions.map(({ id, question }, at) => ({ at, question, ...queue.of(id) }))
  const open = numbered.filter(({ answer }) => answer === null)
  const inPart = numbered.filter(({ question, answer }) => isAnsweredInPart(question, answer))
  const flagged = numbered.filter((one) => one.flagged)
  const waiting = queue.waiting()
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.question} aria-labelledby="finish-title">
      <Heading level={2} id="finish-title" ref={heading} tabIndex={-1}>
        Завершить тест?
      </Heading>
      {open.length > 0 && (
        <Places
          title={`Без ответа ${counted(open.length, 'вопрос', 'вопроса', 'вопросов')}`}
          of={open}
          onShow={onShow}
        />
      )}
      {inPart.length > 0 && <Places title="Отвечено не до конца" of={inPart} onShow={onShow} />}
      {open.length + inPart.length === 0 && <p>Вы ответили на все вопросы.</p>}
      {flagged.length > 0 && <Places title="Вы пометили, чтобы вернуться" of={flagged} onShow={onShow} />}
      {waiting > 0 && (
        <Notice tone="warning" role="status">
          Ждут отправки: {counted(waiting, 'ответ', 'ответа', 'ответов')}. Завершить можно, когда они уйдут.
        </Notice>
      )}
      <p>{trial ? 'Это пробный тест: он ни на что не влияет.' : 'После завершения изменить ответы нельзя.'}</p>
      {finishing.error && (
        <Notice tone="danger" role="alert">
          {failureText(finishing.error)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button
          pending={finishing.isPending}
          pendingText="Завершаем тест…"
          disabled={offline}
          onClick={() => finishing.mutate()}
        >
          Завершить тест
        </Button>
        <Button kind="secondary" disabled={finishing.isPending} onClick={onBack}>
          Вернуться к вопросам
        </Button>
      </div>
    </section>
  )
}

function Places({ title, of, onShow }: { title: string; of: readonly { at: number }[]; onShow: (at: number) => void }) {
  return (
    <div className={styles.open}>
      <p>{title}:</p>
      <ul className={styles.places}>
        {of.map(({ at }) => (
          <li key={at}>
            <Button kind="quiet" size="s" onClick={() => onShow(at)}>
              Вопрос {at + 1}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
