import { useState } from 'react'
import { isEmpty } from '#shared/forms/fields/field.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Question, type QuestionsProps } from './Question.tsx'
import styles from './QuestionnaireScreen.module.css'
import { QuestionProgress } from './QuestionProgress.tsx'

/** All questions below each other. */
export function QuestionList({ store, fields, progress, onAnswer, sending, onSend }: QuestionsProps) {
  const [attempt, setAttempt] = useState(0)
  const open = fields.filter(({ name }) => isEmpty(store.data()[name]))
  const missing = attempt > 0 ? open : []
  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAttempt((before) => before + 1)
        if (open.length === 0 && !sending) onSend()
      }}
    >
      <QuestionProgress {...progress} />
      <ErrorSummary
        title="Ответьте на все вопросы"
        faults={missing.map(({ name, label }) => ({ name, label, message: 'нет ответа' }))}
        attempt={attempt}
      />
      <div className={styles.list}>
        {fields.map((field) => (
          <Question
            key={field.name}
            store={store}
            field={field}
            onAnswer={onAnswer}
            error={missing.includes(field) ? 'Выберите один из ответов' : undefined}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button type="submit" pending={sending} pendingText="Сдаём ответы…">
          Сдать ответы
        </Button>
      </div>
    </form>
  )
}
