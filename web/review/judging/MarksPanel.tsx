import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { maxComment } from '#shared/review/judging/limits.ts'
import { type Criterion, markFaults, totalOf } from '#shared/stages/rubric.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from '#web/review/checking/Check.module.css'
import { MarkField } from './MarkField.tsx'
import { pointsInWords } from './points-in-words.ts'
import type { TypedMarks } from './queries.ts'

interface MarksPanelProps {
  criteria: readonly Criterion[]
  /** Without a note there is no field for one. */
  typed: Pick<TypedMarks, 'marks' | 'comment'> & Partial<TypedMarks>
  /** Whether the work should pass is asked too. */
  asksVerdict?: boolean
  /** The words of the button. */
  button: string
  /** The text below the button. */
  about: string
  /** The minimum length of the comment. */
  minComment?: number
  sending: { isPending: boolean; error: unknown }
  onSend: () => void
  /** Called when the judge presses the key for knowing the author. Without it the key does nothing. */
  onConflict?: () => void
  onChange: (part: Partial<TypedMarks>) => void
  /** Shows whether the text is saved. */
  children: ReactNode
}

/** The rubric with its marks, the words to the participant and to the organisers, and the button that hands them in. */
export function MarksPanel(props: MarksPanelProps) {
  const {
    criteria,
    typed,
    button,
    about,
    minComment = 0,
    asksVerdict = false,
    sending,
    onSend,
    onConflict,
    onChange,
    children,
  } = props
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(false)
  const { marks, comment, note, verdict = null } = typed
  const faults = markFaults(criteria, marks)
  const written = [...comment.trim()].length
  const tooShort = written < minComment
  const tooLong = Math.max(written, [...(note ?? '')].length) > maxComment
  const unsaid = asksVerdict && verdict === null
  const sound = Object.keys(faults).length === 0 && !unsaid && !tooShort && !tooLong
  const send = () => {
    setAsked(true)
    if (sending.isPending) return
    if (sound) onSend()
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
        markByDigit(event)
        if (onConflict && isConflictKey(event)) {
          event.preventDefault()
          onConflict()
        }
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
      {asksVerdict && (
        <div data-fault={unsaid || undefined}>
          <RadioGroup
            name="verdict"
            label="Проходит ли работа"
            hint="Если другой эксперт скажет иначе, работу прочитает ещё один. Решает организатор"
            options={verdictOptions}
            error={asked && unsaid ? 'Скажите, проходит ли работа' : null}
            value={verdict ?? ''}
            onChange={(said) => onChange({ verdict: said as 'pass' | 'fail' })}
          />
        </div>
      )}
      <TextArea
        label={minComment > 0 ? 'Комментарий автору' : 'Участник прочитает'}
        name="comment"
        rows={4}
        required={minComment > 0}
        limit={maxComment}
        {...(minComment > 0 && {
          hint: `Что удалось и что исправить, не меньше ${counted(minComment, 'знака', 'знаков', 'знаков')}`,
          error: asked && tooShort ? `Напишите ещё ${counted(minComment - written, 'знак', 'знака', 'знаков')}` : null,
        })}
        value={comment}
        onChange={(text) => onChange({ comment: text })}
      />
      {note !== undefined && (
        <TextArea
          label="Для организаторов"
          name="note"
          rows={2}
          required={false}
          limit={maxComment}
          value={note}
          onChange={(text) => onChange({ note: text })}
        />
      )}
      {Boolean(sending.error) && <Notice tone="danger" role="alert" title={failureText(sending.error)} />}
      <div className={styles.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сохраняем оценки…">
          {button}
        </Button>
      </div>
      <div className={styles.state}>{children}</div>
      <p className={styles.quiet}>{about}</p>
    </form>
  )
}

export const verdictWords = { pass: 'Проходит', fail: 'Не проходит' }
const verdictOptions = Object.entries(verdictWords).map(([value, label]) => ({ value, label }))

/** A digit gives its mark to the criterion in which the focus is. */
function markByDigit(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return
  if (!(target instanceof HTMLInputElement && target.type === 'radio')) return
  const all = event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="radio"]')
  const mark = [...all].find(({ name, value }) => name === target.name && value === key)
  if (!mark || mark.disabled) return
  event.preventDefault()
  mark.focus()
  mark.click()
}

/**
 * The key K by its position: it is Л on a Russian keyboard. Only on a mark or a button, so that typing does not trigger
 * it.
 */
function isConflictKey({ target, code, ctrlKey, metaKey, altKey }: KeyboardEvent<HTMLFormElement>): boolean {
  if (code !== 'KeyK' || ctrlKey || metaKey || altKey) return false
  return target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === 'radio')
}

const firstFault = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-fault] input, [aria-invalid="true"]')
