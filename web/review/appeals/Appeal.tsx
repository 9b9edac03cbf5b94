import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxAppeal } from '#shared/review/appeals/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { words } from '#web/platform/ui/words.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Appeal.module.css'
import { appealQuery, type OwnAppeal, useFileAppeal } from './queries.ts'

/** The appeal against the decision on a stage, where one can be filed or was. */
export function Appeal({ stageId }: { stageId: number }) {
  const { data } = useQuery(appealQuery(stageId))
  if (!data || (data.until === null && data.filed === null)) return null
  return (
    <section className={`${styles.appeal} ${styles.own}`} aria-labelledby="appeal">
      <Heading level={2} size={3} id="appeal">
        Апелляция
      </Heading>
      {data.filed ? <Filed filed={data.filed} /> : <Filing stageId={stageId} until={data.until ?? ''} />}
    </section>
  )
}

function Filing({ stageId, until }: { stageId: number; until: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const filing = useFileAppeal(stageId)
  const empty = text.trim() === ''
  const fault = isFailure(filing.error) ? filing.error.fields.text?.message : undefined
  if (!opened)
    return (
      <>
        <p>
          Если вы не согласны с решением, до <Moments text={momentInWords(until)} /> можно подать апелляцию. Её
          рассмотрит другой человек, не тот, кто решал.
        </p>
        <div>
          <Button
            kind="secondary"
            onClick={() => {
              setOpened(true)
              requestAnimationFrame(() => field.current?.focus())
            }}
          >
            Написать апелляцию
          </Button>
        </div>
      </>
    )
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (empty) field.current?.focus()
        else if (!filing.isPending && [...text].length <= maxAppeal) filing.mutate(text)
      }}
    >
      <LeaveWarning unsaved={() => !empty && !filing.isSuccess}>Апелляция не отправлена.</LeaveWarning>
      <TextArea
        ref={field}
        name="appeal"
        label="С чем вы не согласны и почему"
        hint={`Подать апелляцию можно один раз, до ${momentInWords(until)}. Вашу работу и решение о ней увидят рядом с этим текстом`}
        rows={6}
        limit={maxAppeal}
        error={fault ?? (tried && empty ? 'Напишите, с чем вы не согласны' : null)}
        value={text}
        onChange={setText}
      />
      <FailureNotice error={fault ? null : filing.error} />
      <div className={styles.row}>
        <Button type="submit" pending={filing.isPending} pendingText="Отправляем…">
          Подать апелляцию
        </Button>
        <Button kind="secondary" onClick={() => setOpened(false)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

/** The outcome of an appeal in words. */
export const outcomeWords = {
  kept: 'Решение осталось прежним',
  passed: 'Принято новое решение: этап пройден',
  failed: 'Принято новое решение: этап не пройден',
}

function Filed({ filed: { text, filed_at, answer } }: { filed: NonNullable<OwnAppeal['filed']> }) {
  return (
    <div className={styles.form} role="status">
      <div>
        {answer ? (
          <StatusBadge look={answer.outcome === 'passed' ? 'done' : 'neutral'}>
            {outcomeWords[answer.outcome]}
          </StatusBadge>
        ) : (
          <StatusBadge look="waiting">На рассмотрении</StatusBadge>
        )}
      </div>
      {answer && (
        <div>
          <p className={styles.quiet}>
            Ответ от <Moments text={momentInWords(answer.answered_at)} />
          </p>
          <p className={styles.words}>{answer.text}</p>
        </div>
      )}
      <div>
        <p className={styles.quiet}>
          Вы написали <Moments text={momentInWords(filed_at)} />
        </p>
        <p className={styles.words}>{text}</p>
      </div>
    </div>
  )
}
