import { outOf } from '#shared/platform/text/unbroken.ts'
import { plural } from '#shared/platform/time/plural.ts'
import type { AnswerQueue, Mark } from './answer-queue.ts'
import type { AskedQuestion } from './queries.ts'
import styles from './TestRun.module.css'

interface QuestionGridProps {
  questions: readonly AskedQuestion[]
  queue: AnswerQueue
  at: number
  onShow: (at: number) => void
}

export const markWords: Record<Mark, string> = {
  none: '',
  waiting: 'ждёт отправки',
  sending: 'отправляется',
  saved: 'сохранён',
  late: 'пришёл после окончания',
  refused: 'не сохранён, ответьте ещё раз',
}

/** Every question by its number and state. The state is never told by colour alone. */
export function QuestionGrid({ questions, queue, at, onShow }: QuestionGridProps) {
  const answered = questions.filter(({ id }) => queue.of(id).answer !== null).length
  return (
    <nav className={styles.grid} aria-label="Вопросы теста">
      <p className={styles.quiet}>
        {outOf(answered, questions.length)} {plural(questions.length, 'вопроса', 'вопросов', 'вопросов')} с ответом
      </p>
      <ol>
        {questions.map(({ id }, place) => {
          const { answer, flagged, mark } = queue.of(id)
          const state = mark === 'waiting' || mark === 'refused' ? mark : answer === null ? 'open' : 'answered'
          const words = [
            answer === null ? 'без ответа' : 'с ответом',
            flagged && 'помечен',
            mark !== 'none' && mark !== 'saved' && markWords[mark],
          ]
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.cell}
                data-state={state}
                data-flagged={flagged || undefined}
                aria-current={place === at ? 'step' : undefined}
                aria-label={`Вопрос ${place + 1}: ${words.filter(Boolean).join(', ')}`}
                onClick={() => onShow(place)}
              >
                {place + 1}
              </button>
            </li>
          )
        })}
      </ol>
      <ul className={styles.legend} aria-hidden="true">
        <li>
          <span className={styles.cell} data-state="answered" /> с ответом
        </li>
        <li>
          <span className={styles.cell} data-state="open" data-flagged="true" /> помечен
        </li>
        <li>
          <span className={styles.cell} data-state="waiting" /> ждёт отправки
        </li>
      </ul>
    </nav>
  )
}
