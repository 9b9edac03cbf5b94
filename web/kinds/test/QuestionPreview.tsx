import { Suspense } from 'react'
import type { Question, SimpleQuestion } from '#shared/kinds/test/question.ts'
import { type Row, readRows } from '#shared/kinds/test/question-row.ts'
import { AnswerFields } from './AnswerFields.tsx'
import styles from './TestPanel.module.css'
import { TestPicture } from './TestPicture.tsx'
import { type Formulas, TestText } from './TestText.tsx'

interface QuestionPreviewProps {
  competition: string
  rows: readonly Row[]
  formulas: Formulas
}

/** The question as a participant gets it, without its key. */
export function QuestionPreview({ competition, rows, formulas }: QuestionPreviewProps) {
  const code = rows[0]?.Код ?? ''
  const [read] = readRows(rows.map((row, at) => ({ row: { ...row, Кейс: at === 0 ? '' : code }, place: '' })))
  const question = read?.listed?.question
  if (!question) return null
  return (
    <section className={styles.block} aria-label="Как увидит участник">
      <Suspense fallback={question.text}>
        <p>
          <TestText text={question.text} formulas={formulas} />
        </p>
        <Shown competition={competition} question={question} />
        {question.kind === 'case' ? (
          question.parts.map(({ id, question: part }) => (
            <div key={id}>
              <p>
                <TestText text={part.text} formulas={formulas} />
              </p>
              <Shown competition={competition} question={part} />
              <Asked name={id} question={part} formulas={formulas} />
            </div>
          ))
        ) : (
          <Asked name="preview" question={question} formulas={formulas} />
        )}
      </Suspense>
      <p className={styles.quiet}>Новая формула будет нарисована после сохранения.</p>
    </section>
  )
}

const Shown = ({ competition, question }: { competition: string; question: Question }) =>
  question.picture && <TestPicture of={{ competition }} file={question.picture} words={question.picture_words ?? ''} />

const Asked = ({ name, question, formulas }: { name: string; question: SimpleQuestion; formulas: Formulas }) => (
  <AnswerFields
    name={`preview-${name}`}
    label="Ответ участника"
    question={question}
    answer={null}
    formulas={formulas}
    disabled
    onAnswer={() => {}}
  />
)
