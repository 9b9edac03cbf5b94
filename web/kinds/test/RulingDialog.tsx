import { useState } from 'react'
import { answerOfKey, keyOfAnswer } from '#shared/kinds/test/key-of-answer.ts'
import type { Answer, Question, SimpleAnswer } from '#shared/kinds/test/question.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { inRussian } from './Bars.tsx'
import { type Results, type Ruled, useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'
import { type Formulas, TestText } from './TestText.tsx'

interface RulingDialogProps {
  place: StagePanelProps
  question: Results['questions'][number]
  formulas: Formulas
  onClose: () => void
}

/** A question that does not count, or whose key was wrong. The change of ranks is shown before it counts. */
export function RulingDialog({ place, question: ruled, formulas, onClose }: RulingDialogProps) {
  const { question } = ruled
  const [what, setWhat] = useState<'void' | 'key'>('void')
  const [answer, setAnswer] = useState<Answer>(() => answerOfKey(ruled.key))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { rule } = useTest(place)
  const key = what === 'void' ? null : keyOfAnswer(question, ruled.key, answer)
  const sound = reason.trim().length >= 3 && (what === 'void' || key !== null)
  const shown = rule.data
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      rule.reset()
    }
  function send(apply: boolean) {
    setTried(true)
    if (!sound) return
    rule.mutate({ version_id: ruled.version_id, key, reason, apply }, { onSuccess: () => apply && onClose() })
  }
  return (
    <Dialog
      title={`Вопрос ${ruled.code}`}
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <Button pending={rule.isPending} onClick={() => send(shown !== undefined)}>
          {shown ? 'Пересчитать' : 'Показать, что изменится'}
        </Button>
      }
    >
      <div className={styles.part}>
        <p>
          <TestText text={question.text} formulas={formulas} />
        </p>
        <FailureNotice error={rule.error} />
        <RadioGroup
          label="Что сделать"
          name="ruling"
          value={what}
          options={[
            { value: 'void', label: 'Не учитывать вопрос' },
            { value: 'key', label: 'Исправить ключ' },
          ]}
          onChange={change((value) => setWhat(value as 'void' | 'key'))}
        />
        {what === 'key' && (
          <section className={styles.block} aria-label="Верный ответ">
            <p className={styles.quiet}>
              Ответьте на вопрос верно: это и будет ключ.
              {isTyped(question) && ' Несколько верных ответов разделяют знаком «|».'}
            </p>
            <RightAnswer question={question} answer={answer} formulas={formulas} onAnswer={change(setAnswer)} />
            {tried && key === null && (
              <Notice tone="danger" role="alert">
                Ответ неполный: без него ключ не исправить
              </Notice>
            )}
          </section>
        )}
        <TextField
          label="Причина"
          name="ruling-reason"
          value={reason}
          onChange={change(setReason)}
          error={tried && reason.trim().length < 3 ? 'Напишите причину: она останется в журнале' : null}
        />
        {shown && <Changes shown={shown} />}
      </div>
    </Dialog>
  )
}

const isTyped = (question: Question) =>
  question.kind === 'case' ? question.parts.some((part) => part.question.kind === 'short') : question.kind === 'short'

interface RightAnswerProps {
  question: Question
  answer: Answer
  formulas: Formulas
  onAnswer: (answer: Answer) => void
}

/** The right answer is given in the fields that participants have. */
function RightAnswer({ question, answer, formulas, onAnswer }: RightAnswerProps) {
  if (question.kind !== 'case')
    return (
      <AnswerFields
        name="right"
        label="Верный ответ"
        question={question}
        answer={answer as SimpleAnswer | null}
        formulas={formulas}
        disabled={false}
        onAnswer={onAnswer}
      />
    )
  const parts = (answer as { parts?: Record<string, SimpleAnswer | null> } | null)?.parts ?? {}
  return question.parts.map(({ id, question: part }, at) => (
    <div key={id} className={styles.part}>
      <p>
        {at + 1}. <TestText text={part.text} formulas={formulas} />
      </p>
      <AnswerFields
        name={`right-${id}`}
        label={`Верный ответ на часть ${at + 1}`}
        question={part}
        answer={parts[id] ?? null}
        formulas={formulas}
        disabled={false}
        onAnswer={(own) => onAnswer({ parts: { ...parts, [id]: own } })}
      />
    </div>
  ))
}

function Changes({ shown }: { shown: Ruled }) {
  if (shown.changed === 0) return <p role="status">Ни у кого ничего не изменится</p>
  return (
    <div className={styles.part} role="status">
      <p>
        Балл изменится у {counted(shown.changed, 'участника', 'участников', 'участников')}. Пройдут порог:{' '}
        {shown.newly_passed}, перестанут проходить: {shown.newly_failed}.
      </p>
      <DataTable
        label="Чьё место меняется сильнее всего"
        titled
        rows={shown.people}
        keyOf={({ test_id }) => test_id}
        columns={[
          { title: 'Участник', cell: ({ name, test_id }) => <Who name={name} id={test_id} /> },
          {
            title: 'Балл',
            cell: ({ before, after }) => `${inRussian(before.score)}, станет ${inRussian(after.score)}`,
          },
          { title: 'Место', cell: ({ before, after }) => `${before.rank}, станет ${after.rank}` },
        ]}
      />
    </div>
  )
}
