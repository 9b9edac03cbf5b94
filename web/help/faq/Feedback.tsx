import { useMutation, useQueryClient } from '@tanstack/react-query'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import styles from './Feedback.module.css'
import { type ArticlePage, articleQuery } from './queries.ts'

/** «Было полезно?»: one answer, which can be changed. */
export function Feedback({ competition, article }: { competition: string; article: ArticlePage }) {
  const client = useQueryClient()
  const { queryKey } = articleQuery(competition, article.path)
  const answer = useMutation({
    mutationFn: (useful: boolean) =>
      api('POST /faq-articles/:id/feedback', { params: { id: article.id }, body: { useful } }),
    onSuccess: ({ useful }) => client.setQueryData(queryKey, (page) => (page ? { ...page, useful } : page)),
  })
  const { useful } = article
  return (
    <section className={styles.feedback} aria-labelledby="useful">
      <p id="useful" className={styles.question}>
        Было полезно?
      </p>
      <div className={styles.answers}>
        {([true, false] as const).map((value) => (
          <Button
            key={String(value)}
            kind="secondary"
            size="s"
            aria-pressed={useful === value}
            pending={answer.isPending && answer.variables === value}
            icon={value ? <ThumbsUp aria-hidden="true" /> : <ThumbsDown aria-hidden="true" />}
            onClick={() => answer.mutate(value)}
          >
            {value ? 'Да' : 'Нет'}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.thanks}>
        {answer.isError ? (
          failureText(answer.error)
        ) : useful === null ? null : useful ? (
          'Спасибо! Рады, что помогли'
        ) : (
          <>
            Жаль. <PortalLink to={`/${competition}/support`}>Напишите в поддержку</PortalLink> — ответим лично
          </>
        )}
      </p>
    </section>
  )
}
