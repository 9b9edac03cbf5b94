import { quoted } from '#shared/platform/text/quoted.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Lesson.module.css'
import { type OwnLesson, useAnswerAuthor } from './queries.ts'

const standing = { confirmed: 'подтвердил', declined: 'ответил, что не ведёт этот урок' }

/**
 * The co-authors of the lesson: people whom the person has named, and people who have named the person. Nothing without
 * any.
 */
export function LessonAuthors({ stageId, lesson }: { stageId: number; lesson: OwnLesson }) {
  const answering = useAnswerAuthor(stageId)
  if (lesson.authors.length === 0 && lesson.named_by.length === 0) return null
  return (
    <Panel title="Кто ведёт вместе">
      <ul className={styles.list}>
        {lesson.named_by.map(({ test_id, name, school, topic, starts_at, answer }) => (
          <li key={`by ${test_id}`}>
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              назвал вас соавтором урока {quoted(topic)}: {school}, <Moments text={momentInWords(starts_at)} />.
            </p>
            {answer === null ? (
              <div className={styles.row}>
                <Button
                  size="s"
                  pending={answering.isPending}
                  onClick={() => answering.mutate({ testId: test_id, answer: 'confirmed' })}
                >
                  Да, ведём вместе
                </Button>
                <Button
                  size="s"
                  kind="secondary"
                  disabled={answering.isPending}
                  onClick={() => answering.mutate({ testId: test_id, answer: 'declined' })}
                >
                  Нет, это не мой урок
                </Button>
              </div>
            ) : (
              <p className={styles.quiet}>
                {answer === 'confirmed' ? 'Вы подтвердили.' : 'Вы ответили, что не ведёте его.'}
              </p>
            )}
          </li>
        ))}
        {lesson.authors.map(({ test_id, name, answer }) => (
          <li key={test_id}>
            <p>{name ?? `Участник, номер ${test_id}`}</p>
            <p className={styles.quiet}>
              {answer ? standing[answer] : 'ещё не ответил: он увидит вопрос на этой странице'}
            </p>
          </li>
        ))}
      </ul>
      {answering.error && <Notice tone="danger" role="alert" title={failureText(answering.error)} />}
    </Panel>
  )
}
