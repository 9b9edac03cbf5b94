import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { answerWords } from '#shared/programme/mentors/mentorship-words.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Mentors.module.css'
import { PersonHead } from './PersonHead.tsx'
import { answeredBy, type Choice } from './queries.ts'

const looks = { proposed: 'waiting', accepted: 'done', declined: 'shut', ended: 'neutral' } as const

/** The answers of the mentors to the choice that was handed in. */
export function MentorAnswers({ choice: { answers, way, handed_in_at } }: { choice: Choice }) {
  if (answers.length === 0)
    return way === 'matching' && handed_in_at !== null ? (
      <p className={styles.lead}>Пары подберут, когда этап закроется. Наставникам пока ничего не отправлено.</p>
    ) : null
  return (
    <section className={styles.section}>
      <Heading level={2}>Ответы наставников</Heading>
      <ul className={styles.chosen}>
        {answers.map(({ fio, status, answer, answer_until, assistant }) => {
          const until = answer_until ? parseWire(answer_until) : null
          return (
            <Card as="li" key={fio} className={styles.card ?? ''}>
              <PersonHead
                fio={fio}
                badge={<StatusBadge look={looks[status]}>{answerWords[status]}</StatusBadge>}
                quiet={until && `Ответит до ${showMoscowTime(until)}`}
              />
              {answer && <p className={styles.said}>«{answer}»</p>}
              {assistant !== null && <p className={styles.quiet}>{answeredBy('За наставника', assistant)}</p>}
            </Card>
          )
        })}
      </ul>
    </section>
  )
}
