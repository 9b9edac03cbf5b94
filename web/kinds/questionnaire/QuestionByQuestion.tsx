import { useEffect, useRef, useState } from 'react'
import { isEmpty } from '#shared/forms/fields/field.ts'
import { settledIn } from '#shared/kinds/questionnaire/settled.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Question, type QuestionsProps } from './Question.tsx'
import styles from './QuestionnaireScreen.module.css'
import { QuestionProgress } from './QuestionProgress.tsx'

/** One question a page. On any device it opens at the first question without an answer. */
export function QuestionByQuestion(props: QuestionsProps) {
  const { store, fields, back, progress, first, arrived, onAnswer, onSettle, onShow, sending, onSend } = props
  /** Where nobody may go back, an answer may change until it is settled. */
  const isDone = (name: string) => (back ? !isEmpty(store.data()[name]) : settledIn(store.data())[name] !== undefined)
  const [at, setAt] = useState(() => {
    const open = fields.findIndex(({ name }) => (first ? name === first : !isDone(name)))
    return open < 0 ? fields.length : open
  })
  const [asked, setAsked] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const shownAt = useRef(arrived ? -1 : at)
  const field = fields[at]

  useEffect(() => {
    if (shownAt.current === at) return
    shownAt.current = at
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function show(number: number) {
    setAsked(false)
    setAt(number)
    onShow()
  }

  function goOn() {
    setAsked(true)
    if (field && isEmpty(store.data()[field.name])) return
    if (field && !back) onSettle(field.name)
    const open = fields.findIndex(({ name }, number) => number > at && (back || !isDone(name)))
    show(open < 0 ? fields.length : open)
  }

  return (
    <form
      ref={box}
      className={`${styles.page} ${styles.question}`}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (field) goOn()
        else if (!sending) onSend()
      }}
    >
      <QuestionProgress {...progress} />
      {field ? (
        <Question
          key={field.name}
          store={store}
          field={field}
          onAnswer={onAnswer}
          error={asked && isEmpty(store.data()[field.name]) ? 'Выберите один из ответов' : undefined}
        />
      ) : (
        <>
          <Heading level={2}>Вы ответили на все вопросы</Heading>
          <p>
            {back ? 'Можно сдать ответы или вернуться и изменить их.' : 'Осталось сдать ответы.'} После сдачи изменить
            их нельзя.
          </p>
        </>
      )}
      <div className={styles.actions}>
        {field ? (
          <Button type="submit">Дальше</Button>
        ) : (
          <Button type="submit" pending={sending} pendingText="Сдаём ответы…">
            Сдать ответы
          </Button>
        )}
        {back && at > 0 && (
          <Button kind="secondary" disabled={sending} onClick={() => show(at - 1)}>
            Назад
          </Button>
        )}
      </div>
    </form>
  )
}
