import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import type { SimpleAnswer, SimpleQuestion } from '#shared/kinds/test/question.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './TestRun.module.css'
import { type Formulas, TestText } from './TestText.tsx'

export interface AnswerProps<Q = SimpleQuestion> {
  name: string
  /** What a screen reader calls the answer. */
  label: string
  question: Q
  answer: SimpleAnswer | null
  formulas: Formulas
  disabled: boolean
  onAnswer: (answer: SimpleAnswer | null) => void
}
type Of<K extends SimpleQuestion['kind']> = AnswerProps<Extract<SimpleQuestion, { kind: K }>>

/** Where one answer is given, by its kind. Everything works by keyboard alone. */
export function AnswerFields(props: AnswerProps) {
  const { question } = props
  if (question.kind === 'single') return <Single {...(props as Of<'single'>)} />
  if (question.kind === 'multiple') return <Multiple {...(props as Of<'multiple'>)} />
  if (question.kind === 'order') return <Order {...(props as Of<'order'>)} />
  if (question.kind === 'match') return <Match {...(props as Of<'match'>)} />
  return <Typed {...(props as Of<'number' | 'short'>)} />
}

function Single({ name, label, question, answer, formulas, disabled, onAnswer }: Of<'single'>) {
  return (
    <RadioGroup
      look="rows"
      name={name}
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      value={typeof answer === 'string' ? answer : ''}
      disabled={disabled}
      onChange={onAnswer}
      options={question.options.map(({ id, text }) => ({
        value: id,
        label: <TestText text={text} formulas={formulas} />,
      }))}
    />
  )
}

function Multiple({ name, label, question, answer, formulas, disabled, onAnswer }: Of<'multiple'>) {
  const chosen = Array.isArray(answer) ? answer : []
  const toggle = (id: string, on: boolean) => {
    const next = question.options.map((option) => option.id).filter((one) => (one === id ? on : chosen.includes(one)))
    onAnswer(next.length > 0 ? next : null)
  }
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.hint}>
        <VisuallyHidden>{label}. </VisuallyHidden>
        Отметьте все верные ответы
      </legend>
      {question.options.map(({ id, text }) => (
        <Checkbox
          key={id}
          setting
          id={`${name}-${id}`}
          name={`${name}-${id}`}
          label={<TestText text={text} formulas={formulas} />}
          value={chosen.includes(id)}
          disabled={disabled}
          onChange={(on) => toggle(id, on)}
        />
      ))}
    </fieldset>
  )
}

/** Moved by buttons: no dragging is needed. The order counts as an answer from the first move. */
function Order({ name, label, question, answer, formulas, disabled, onAnswer }: Of<'order'>) {
  const given = Array.isArray(answer) ? answer : null
  const order = given ?? question.items.map(({ id }) => id)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const items = new Map(question.items.map((item) => [item.id, item.text]))
  function move(at: number, by: -1 | 1) {
    const next = [...order]
    const [item = ''] = next.splice(at, 1)
    next.splice(at + by, 0, item)
    onAnswer(next)
    setSaid(`${items.get(item)}: место ${outOf(at + by + 1, order.length)}`)
    const which = at + by === 0 ? 'down' : at + by === order.length - 1 ? 'up' : by < 0 ? 'up' : 'down'
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${item} ${which}"]`)?.focus(),
    )
  }
  return (
    <div className={styles.order}>
      <p className={styles.hint} id={`${name}-hint`}>
        Расставьте по порядку кнопками «Выше» и «Ниже»
      </p>
      <ol ref={list} aria-label={label} aria-describedby={`${name}-hint`}>
        {order.map((id, at) => (
          <li key={id} className={styles.item}>
            <span>
              <TestText text={items.get(id) ?? id} formulas={formulas} />
            </span>
            <Button
              kind="quiet"
              size="s"
              data-move={`${id} up`}
              disabled={disabled || at === 0}
              aria-label={`Выше: ${items.get(id)}`}
              icon={<ArrowUp aria-hidden="true" />}
              onClick={() => move(at, -1)}
            />
            <Button
              kind="quiet"
              size="s"
              data-move={`${id} down`}
              disabled={disabled || at === order.length - 1}
              aria-label={`Ниже: ${items.get(id)}`}
              icon={<ArrowDown aria-hidden="true" />}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
      </ol>
      {given === null && (
        <Button kind="secondary" size="s" disabled={disabled} onClick={() => onAnswer(order)}>
          Порядок уже верный
        </Button>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

function Match({ name, question, answer, formulas, disabled, onAnswer }: Of<'match'>) {
  const pairs = answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? answer : {}
  const options = question.right.map(({ id, text }) => ({ value: id, label: text }))
  return (
    <div className={styles.pairs}>
      {question.left.map(({ id, text }) => (
        <Select
          key={id}
          id={`${name}-${id}`}
          name={`${name}-${id}`}
          label={<TestText text={text} formulas={formulas} />}
          options={options}
          placeholder="Выберите пару"
          value={pairs[id] ?? ''}
          disabled={disabled}
          onChange={(chosen) => onAnswer({ ...pairs, [id]: chosen })}
        />
      ))}
    </div>
  )
}

/** Milliseconds without a key after which a typed answer is kept. */
const typingPause = 700

function Typed({ name, question, answer, disabled, onAnswer }: Of<'number' | 'short'>) {
  const kept = typeof answer === 'string' ? answer : ''
  const [typed, setTyped] = useState(kept)
  const [before, setBefore] = useState(kept)
  if (before !== kept) {
    setBefore(kept)
    // Erased by the button below the question.
    if (typed === before) setTyped(kept)
  }
  const latest = useRef({ typed, kept, onAnswer })
  latest.current = { typed, kept, onAnswer }
  const keep = useRef(() => {
    const { typed: text, kept: before, onAnswer: give } = latest.current
    if (text !== before) give(text.trim() === '' ? null : text)
  }).current
  useEffect(() => {
    if (typed === kept) return
    const timer = setTimeout(keep, typingPause)
    return () => clearTimeout(timer)
  }, [typed, kept, keep])
  // Keeps the last letters when the question is left or the page is hidden.
  useEffect(() => {
    document.addEventListener('visibilitychange', keep)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      keep()
    }
  }, [keep])
  const number = question.kind === 'number'
  const unit = question.kind === 'number' ? question.unit : undefined
  return (
    <TextField
      id={name}
      name={name}
      label={number ? `Ответ числом${unit ? `, ${unit}` : ''}` : 'Короткий ответ'}
      hint={number ? 'Дробную часть отделяйте запятой' : undefined}
      inputMode={number ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      value={typed}
      disabled={disabled}
      onBlur={keep}
      onChange={setTyped}
    />
  )
}
