import { type ReactNode, useRef, useState } from 'react'
import { maxComment } from '#shared/judging/limits.ts'
import { markFaults, totalOf } from '#shared/judging/rubric.ts'
import styles from '#web/assessment/Check.module.css'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { MarkField } from './MarkField.tsx'
import { pointsInWords } from './points-in-words.ts'
import type { Reading, TypedMarks } from './queries.ts'
import type { SendingMarks } from './ReadingDesk.tsx'

interface MarksPanelProps {
  reading: Reading
  typed: TypedMarks
  sending: SendingMarks
  onChange: (part: Partial<TypedMarks>) => void
  /** Whether what is typed is saved. */
  children: ReactNode
}

/** The rubric with its marks, the words to the participant and to the organisers, and the button that hands them in. */
export function MarksPanel({ reading, typed, sending, onChange, children }: MarksPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const { criteria } = reading.rubric
  const { marks, comment, note } = typed
  const faults = markFaults(criteria, marks)
  const sound = Object.keys(faults).length === 0 && Math.max([...comment].length, [...note].length) <= maxComment
  const send = () => {
    setAsked(true)
    if (sending.isPending) return
    if (sound) sending.mutate(typed)
    else requestAnimationFrame(() => firstFault(form.current)?.focus())
  }
  const put = (code: string, mark: number | null) => {
    const { [code]: _old, ...others } = marks
    onChange({ marks: mark === null ? others : { ...others, [code]: mark } })
  }
  return (
    <form
      ref={form}
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        send()
      }}
    >
      <Heading level={2} size={3}>
        Оценки
      </Heading>
      {criteria.map((criterion) => (
        <MarkField
          key={criterion.code}
          criterion={criterion}
          mark={marks[criterion.code]}
          fault={asked ? faults[criterion.code] : undefined}
          onChange={(mark) => put(criterion.code, mark)}
        />
      ))}
      <p role="status" className={styles.state}>
        {Object.keys(faults).length === 0 && <strong>Итог — {pointsInWords(totalOf(criteria, marks))}</strong>}
      </p>
      <TextArea
        label="Участник прочитает"
        name="comment"
        rows={4}
        required={false}
        limit={maxComment}
        value={comment}
        onChange={(text) => onChange({ comment: text })}
      />
      <TextArea
        label="Для организаторов"
        name="note"
        rows={2}
        required={false}
        limit={maxComment}
        value={note}
        onChange={(text) => onChange({ note: text })}
      />
      {sending.error && <Notice tone="danger" role="alert" title={failureText(sending.error)} />}
      <div className={styles.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сохраняем оценки…">
          {reading.typed.done_at === null ? 'Сдать и дальше' : 'Изменить оценки'}
        </Button>
      </div>
      <div className={styles.state}>{children}</div>
      <p className={styles.quiet}>
        Ctrl + Enter — сдать и открыть следующую работу. Пока оценивание идёт, оценки можно изменить.
      </p>
    </form>
  )
}

const firstFault = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-fault] input, [aria-invalid="true"]')
