import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { maxComment } from '#shared/kinds/teams_solution/limits.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { commentsQuery, useComment } from './queries.ts'
import styles from './TeamsSolution.module.css'

interface DiscussionProps {
  stageId: number
  count: number
  mayWrite: boolean
}

/** What the members say to each other about the work. */
export function Discussion({ stageId, count, mayWrite }: DiscussionProps) {
  const said = useInfiniteQuery({ ...commentsQuery(stageId, count), enabled: count > 0 })
  const saying = useComment(stageId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function send(event: FormEvent): void {
    event.preventDefault()
    if (saying.isPending) return
    const fault =
      text.trim() === ''
        ? 'Напишите сообщение'
        : [...text].length > maxComment
          ? `Сократите до ${maxComment} знаков`
          : undefined
    setError(fault)
    if (fault) return
    saying.mutate(text, { onSuccess: () => setText(''), onError: (failure) => setError(failureText(failure)) })
  }

  return (
    <section className={styles.card} aria-labelledby="solution-discussion">
      <Heading level={2} size={3} id="solution-discussion">
        Обсуждение
      </Heading>
      <p className={styles.quiet}>Его видит только ваша команда.</p>
      {mayWrite && (
        <form className={styles.say} onSubmit={send} noValidate>
          <TextArea
            name="solution-comment"
            label="Сообщение команде"
            rows={2}
            grows
            value={text}
            onChange={(value) => {
              setText(value)
              setError(undefined)
            }}
            error={error}
          />
          <div>
            <Button type="submit" kind="secondary" size="s" pending={saying.isPending}>
              Отправить
            </Button>
          </div>
        </form>
      )}
      {count > 0 && (
        <ol className={styles.comments} aria-label="Сообщения, новые сверху">
          {said.data?.pages
            .flatMap(({ comments }) => comments)
            .map(({ id, name, me, text: words, at }) => (
              <li key={id}>
                <span className={styles.quiet}>
                  {me ? 'Вы' : name}, {momentOf(at)}
                </span>
                <p className={styles.text}>{words}</p>
              </li>
            ))}
        </ol>
      )}
      {said.hasNextPage && (
        <Button kind="quiet" size="s" pending={said.isFetchingNextPage} onClick={() => void said.fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </section>
  )
}

function momentOf(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
