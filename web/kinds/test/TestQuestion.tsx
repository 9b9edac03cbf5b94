import type { Answer, Question, SimpleAnswer } from '#shared/kinds/test/question.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { TestPicture } from './TestPicture.tsx'
import styles from './TestRun.module.css'
import { type Formulas, TestText } from './TestText.tsx'

interface TestQuestionProps {
  stageId: number
  id: number
  number: number
  question: Question
  answer: Answer
  formulas: Formulas
  disabled: boolean
  onAnswer: (answer: Answer) => void
}

type Parts = Record<string, SimpleAnswer | null>

/** One question with its answer; a case asks several questions about one text. */
export function TestQuestion(props: TestQuestionProps) {
  const { stageId, id, number, question, answer, formulas, disabled, onAnswer } = props
  const shown = (
    <>
      <p className={styles.text}>
        <TestText text={question.text} formulas={formulas} />
      </p>
      {question.picture && (
        <TestPicture of={{ stageId }} file={question.picture} words={question.picture_words ?? ''} />
      )}
    </>
  )
  if (question.kind !== 'case')
    return (
      <>
        {shown}
        <AnswerFields
          name={`q${id}`}
          label={`Ответ на вопрос ${number}`}
          question={question}
          answer={answer as SimpleAnswer | null}
          formulas={formulas}
          disabled={disabled}
          onAnswer={onAnswer}
        />
      </>
    )
  const parts: Parts = (answer as { parts?: Parts } | null)?.parts ?? {}
  return (
    <>
      {shown}
      {question.parts.map(({ id: part, question: asked }, at) => (
        <section key={part} className={styles.part} aria-label={`Часть ${outOf(at + 1, question.parts.length)}`}>
          <p className={styles.text}>
            {at + 1}. <TestText text={asked.text} formulas={formulas} />
          </p>
          {asked.picture && <TestPicture of={{ stageId }} file={asked.picture} words={asked.picture_words ?? ''} />}
          <AnswerFields
            name={`q${id}-${part}`}
            label={`Ответ на часть ${at + 1}`}
            question={asked}
            answer={parts[part] ?? null}
            formulas={formulas}
            disabled={disabled}
            onAnswer={(own) => onAnswer({ parts: { ...parts, [part]: own } })}
          />
        </section>
      ))}
    </>
  )
}
